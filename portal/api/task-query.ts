import type { TaskState } from '#contract/task.ts';
import type { TaskSort } from '#contract/task-list.ts';

// Pure, so that what reads addresses can be tested without a browser.

export const TASK_STATES: readonly TaskState[] = ['New', 'Assigned', 'Active', 'Closed', 'Canceled'];

/** Which tasks are meant, and in which order; what is absent does not matter. */
export type TaskQuery = {
  state?: readonly TaskState[];
  teamId?: string;
  assigneeId?: readonly (number | 'none')[];
  workbookId?: string;
  itemId?: string;
  text?: string;
  dueFrom?: string;
  dueTo?: string;
  plannedFrom?: string;
  plannedTo?: string;
  isPlanned?: boolean;
  isLate?: boolean;
  property?: string;
  bounds?: string;
  sort?: TaskSort | `-${TaskSort}`;
};
