import { TASK_STATES } from '#contract/task.ts';

/** SQL that writes the state of a task or inspection by its name. */
export const stateName = (column: string): string => `(array['${TASK_STATES.join("','")}'])[${column} + 1]`;
