import { Type } from 'typebox';

/** Planned or expected duration of a task in minutes: five minutes to two weeks. */
export const minutesRange = { minimum: 5, maximum: 20_160 } as const;
export const Minutes = Type.Integer(minutesRange);

/** Duration if neither the planner nor the workbook gives one. */
export const DEFAULT_MINUTES = 60;
