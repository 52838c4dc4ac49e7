import { createContext, use } from 'react';
import type { ReportedUpload } from '#report/report-data.ts';
import type { ReportFormat } from '#report/report-format.ts';

export type Pictures = {
  /** The pictures on the device, by ID. */
  pictures: ReadonlyMap<string, Blob>;
  numbers: ReadonlyMap<string, number>;
  uploads: Readonly<Record<string, ReportedUpload>>;
  format: ReportFormat;
  onShow: (id: string) => void;
};

const Context = createContext<Pictures | null>(null);
export const PicturesProvider = Context.Provider;
export const usePictures = (): Pictures => use(Context)!;
