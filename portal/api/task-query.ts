import type { LateCause } from '#contract/late-cause.ts';
import type { TaskState } from '#contract/task.ts';
import type { ChoiceFieldName, NonNullFieldValue } from '#contract/task-fields.ts';
import type { TaskSort } from '#contract/task-list.ts';

// This file does not import request.ts so that URL parsers can be tested without a browser.

export const TASK_STATES: readonly TaskState[] = ['New', 'Assigned', 'Active', 'Closed', 'Canceled'];

/** In the order in which the overview shows them. */
export const LATE_CAUSES: readonly LateCause[] = [
  'unassigned',
  'unplanned',
  'plannedAfterDueDate',
  'notStarted',
  'notCompleted',
  'returned',
  'createdAfterDueDate',
];

export type TaskQuery = { [Name in ChoiceFieldName]?: readonly NonNullFieldValue<Name>[] } & {
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
