import type { LateCause } from '#contract/late-cause.ts';
import type { TaskState } from '#contract/task.ts';
import type { ChoiceFieldName, PresentValue } from '#contract/task-fields.ts';
import type { TaskSort } from '#contract/task-list.ts';

// Pure, so that what reads addresses can be tested without a browser.

export const TASK_STATES: readonly TaskState[] = ['New', 'Assigned', 'Active', 'Closed', 'Canceled'];

/** Why tasks are late, in the order in which a reader meets them. */
export const LATE_CAUSES: readonly LateCause[] = [
  'unassigned',
  'unplanned',
  'plannedAfterDueDate',
  'notStarted',
  'notCompleted',
  'returned',
  'createdAfterDueDate',
];

/** Which tasks are meant, and in which order; what is absent does not matter. */
export type TaskQuery = { [Name in ChoiceFieldName]?: readonly PresentValue<Name>[] } & {
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
  lateCause?: readonly LateCause[];
  property?: string;
  bounds?: string;
  sort?: TaskSort | `-${TaskSort}`;
};
