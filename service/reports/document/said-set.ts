import type { ReportedItem, SaidOfOne } from './report-facts.ts';
import type { Said } from './said-parts.ts';

/** One item of a report or, without items, all of it. The heading is absent where there is only one. */
export type SetOfOne = { set: SaidOfOne; itemId: string | null; heading: ReportedItem | undefined };
export type SaidSet = SetOfOne & Said;
