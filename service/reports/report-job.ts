import type { Sentence } from '#i18n/sentence.ts';
import type { ReportData } from '#report/report-data.ts';

/** The pictures of a report by upload ID, as JPEG, or PNG without transparency. */
export type ReportPictures = ReadonlyMap<string, Uint8Array>;

/** A message to a worker, and its response. */
export type ReportJob = { data: ReportData; pictures: ReportPictures };
export type ReportOutcome =
  | { pdf: Uint8Array }
  | { tooLong: number }
  | { tooCostly: Sentence }
  | { error: Error };
