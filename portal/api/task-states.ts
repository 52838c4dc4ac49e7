import type { TaskState } from '#contract/task.ts';

export const TASK_STATES: readonly TaskState[] = ['New', 'Assigned', 'Active', 'Closed', 'Canceled'];
