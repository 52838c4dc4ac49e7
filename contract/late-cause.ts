import { type Static, Type } from 'typebox';

/** Why a task is late: the first of these that holds. */
const CAUSES = {
  returned: 'its inspection was completed and given back for correction',
  notCompleted: 'somebody has begun it and not completed it',
  dueWhenMade: 'it was due by the time it was created',
  unassigned: 'nobody was to do it',
  unplanned: 'nobody said when it was to be done',
  plannedTooLate: 'it was planned to be done after its due date',
  notStarted: 'it was planned in time, and was not begun',
} as const;

export const LATE_CAUSES = Object.keys(CAUSES) as (keyof typeof CAUSES)[];

export const LateCause = Type.Enum(LATE_CAUSES, {
  title: 'LateCause',
  description: `Why a task is late, the first of these that holds. ${Object.entries(CAUSES)
    .map(([cause, meaning]) => `\`${cause}\`: ${meaning}`)
    .join('; ')}`,
});
export type LateCause = Static<typeof LateCause>;
