import type { Message } from '#i18n/message.ts';
import type { ReportData } from '#report/report-data.ts';

/** Keyed by upload ID. The pictures are JPEG, or PNG without transparency. */
export type ReportPictures = ReadonlyMap<string, Uint8Array>;

export type ReportJob = { data: ReportData; pictures: ReportPictures };
export type ReportOutcome =
  | { pdf: Uint8Array }
  | { tooLong: number }
  | { tooCostly: Message }
  | { error: Error };
