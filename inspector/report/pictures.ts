import { createContext, use } from 'react';
import type { ReportedUpload } from '#report/report-data.ts';
import type { ReportFormat } from '#report/report-format.ts';

export type ReportPictures = {
  pictures: ReadonlyMap<string, Blob>;
  pictureNumbers: ReadonlyMap<string, number>;
  uploads: Readonly<Record<string, ReportedUpload>>;
  format: ReportFormat;
  onShow: (id: string) => void;
};

const PicturesContext = createContext<ReportPictures | null>(null);
export const PicturesProvider = PicturesContext.Provider;
export const usePictures = (): ReportPictures => use(PicturesContext)!;
