import { createContext, use } from 'react';
import type { ReportedUpload } from '#report/report-facts.ts';
import type { Speech } from '#report/speech.ts';

/** What is known of the pictures of a report. */
export type Pictures = {
  /** The bytes of those that lie on the device. */
  pictures: ReadonlyMap<string, Blob>;
  numbers: ReadonlyMap<string, number>;
  uploads: Readonly<Record<string, ReportedUpload>>;
  speech: Speech;
  onShow: (id: string) => void;
};

const Context = createContext<Pictures | null>(null);
export const PicturesProvider = Context.Provider;
export const usePictures = (): Pictures => use(Context)!;
