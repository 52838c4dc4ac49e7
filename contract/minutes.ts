import { Type } from 'typebox';

/** Planned or expected duration of a task in minutes: five minutes to two weeks. */
export const Minutes = Type.Integer({ minimum: 5, maximum: 20_160 });

/** Duration if neither the planner nor the workbook gives one. */
export const DEFAULT_MINUTES = 60;
