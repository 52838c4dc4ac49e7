import { type Static, Type } from 'typebox';

/** In order of precedence. */
const CAUSES = {
  returned: 'the inspection was completed and returned for correction',
  notCompleted: 'the task was started but not completed',
  createdAfterDueDate: 'the due date had passed when the task was created',
  unassigned: 'the task has no assignee',
  unplanned: 'the task is not planned',
  plannedAfterDueDate: 'the task is planned after its due date',
  notStarted: 'the task was planned before its due date but not started',
} as const;

export const LATE_CAUSES = Object.keys(CAUSES) as (keyof typeof CAUSES)[];

export const LateCause = Type.Enum(LATE_CAUSES, {
  title: 'LateCause',
  description: `Why the task is late: the first cause that applies. ${Object.entries(CAUSES)
    .map(([cause, meaning]) => `\`${cause}\`: ${meaning}`)
    .join('; ')}`,
});
export type LateCause = Static<typeof LateCause>;
