import { TASK_STATES } from '#contract/task.ts';

/** SQL that returns the state name of a task or inspection. */
export const formatStateNameSql = (column: string): string =>
  `(array['${TASK_STATES.join("','")}'])[${column} + 1]`;
