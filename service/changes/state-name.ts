import { TASK_STATES } from '#contract/task.ts';

/** SQL that returns the name of the state of a task or inspection. */
export const formatStateNameSql = (column: string): string =>
  `(array['${TASK_STATES.join("','")}'])[${column} + 1]`;
