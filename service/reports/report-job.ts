import type { ReportFacts } from '#report/report-facts.ts';

/** Pictures of a report by the ids of their uploads: JPEG, or PNG without transparency. */
export type ReportPictures = ReadonlyMap<string, Uint8Array>;

/** What a worker is given, and what it answers: the report, or why there is none. */
export type ReportJob = { facts: ReportFacts; pictures: ReportPictures };
export type ReportOutcome = { pdf: Uint8Array } | { tooLong: number } | { fault: Error };
