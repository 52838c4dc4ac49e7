import { Type } from 'typebox';

/** How long a task is planned for, or a workbook expected to take: five minutes to a fortnight. */
export const Minutes = Type.Integer({ minimum: 5, maximum: 20_160 });

/** When neither a planner nor the workbook says. */
export const USUAL_MINUTES = 60;
