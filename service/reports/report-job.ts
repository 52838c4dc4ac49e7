import type { ReportFacts } from '#report/report-facts.ts';

/** Pictures of a report by upload ID: JPEG, or PNG without transparency. */
export type ReportPictures = ReadonlyMap<string, Uint8Array>;

/** The message to a worker, and its reply: the PDF, or why there is none. */
export type ReportJob = { facts: ReportFacts; pictures: ReportPictures };
export type ReportOutcome = { pdf: Uint8Array } | { tooLong: number } | { error: Error };
