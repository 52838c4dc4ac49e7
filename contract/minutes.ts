import { Type } from 'typebox';

/** From five minutes to two weeks. */
export const minutesRange = { minimum: 5, maximum: 20_160 } as const;
export const Minutes = Type.Integer(minutesRange);

/** The duration of a task if neither the planner nor the workbook sets one. */
export const DEFAULT_MINUTES = 60;
