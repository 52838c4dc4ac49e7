import type { Sentence } from '#i18n/sentence.ts';
import type { ReportData } from '#report/report-data.ts';

/** A report's pictures by upload ID, as JPEG or as PNG without transparency. */
export type ReportPictures = ReadonlyMap<string, Uint8Array>;

export type ReportJob = { data: ReportData; pictures: ReportPictures };
export type ReportOutcome =
  | { pdf: Uint8Array }
  | { tooLong: number }
  | { tooCostly: Sentence }
  | { error: Error };
