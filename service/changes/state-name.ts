import { TASK_STATES } from '#contract/task.ts';

export const formatStateNameSql = (column: string): string =>
  `(array['${TASK_STATES.join("','")}'])[${column} + 1]`;
