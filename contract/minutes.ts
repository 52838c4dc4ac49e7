import { Type } from 'typebox';

/** Planned or expected duration of a task in minutes: five minutes to two weeks. */
export const minutesRange = { minimum: 5, maximum: 20_160 } as const;
export const Minutes = Type.Integer(minutesRange);

/** Duration of a task for which neither the planner nor the workbook sets one. */
export const DEFAULT_MINUTES = 60;
