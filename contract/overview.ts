import { type Static, Type } from 'typebox';
import { TimeZone } from './board.ts';
import { LateCause } from './late-cause.ts';
import { Nullable } from './nullable.ts';
import { Person, personFields } from './person.ts';
import { Query } from './query.ts';

export const overviewLimits = { weeks: 26, defaultWeeks: 8, oldestLate: 10, people: 500 } as const;

const Uuid = Type.String({ format: 'uuid' });
const Count = (description: string) => Type.Integer({ description });

const completionCounts = {
  done: Count('Number of inspections that were completed and not returned since'),
  firstTimeRight: Count('Number of inspections among `done` that were never returned'),
};

const Load = Type.Object({
  plannedMinutes: Count(
    'Planned minutes of the tasks whose planned start is in that week, not counting cancelled tasks',
  ),
  workingMinutes: Count('Working minutes, not counting absences'),
});

export const Overview = Type.Object(
  {
    timeZone: Type.String({ description: 'Time zone in which days and weeks start' }),
    open: Count('Number of tasks that are New, Assigned or Active'),
    late: Count('Number of open tasks whose due date has passed'),
    unplanned: Count('Number of New or Assigned tasks that are not planned'),
    dueThisWeek: Count('Number of open tasks due this week, including those that are already late'),
    weeks: Type.Array(
      Type.Object({
        from: Type.String({ format: 'date', description: 'First day of the week' }),
        ...completionCounts,
        teams: Type.Array(Type.Object({ teamId: Uuid, ...completionCounts }), {
          description: 'Teams that completed inspections that week',
        }),
      }),
      { description: 'Completed inspections by week, oldest first, ending with the current week' },
    ),
    workload: Type.Array(Type.Object({ ...personFields, thisWeek: Load, nextWeek: Load }), {
      description: `People in the teams the caller plans for, sorted by user name, at most ${overviewLimits.people}; empty if the caller does not plan for any team`,
    }),
    lateByAssignee: Type.Array(
      Type.Object({
        assignee: Nullable(Person, 'The assignee; null for unassigned tasks'),
        causes: Type.Array(
          Type.Object({ cause: LateCause, count: Count('Number of late tasks with this cause') }),
          { description: 'Causes of the delay, most frequent first' },
        ),
      }),
      {
        description: `Late tasks by assignee, with their causes: at most ${overviewLimits.people} assignees, starting with those who have the most late tasks`,
      },
    ),
    oldestLate: Type.Array(
      Type.Object({
        id: Uuid,
        title: Type.String(),
        teamId: Uuid,
        assignee: Nullable(Person),
        dueDate: Type.String({
          format: 'date-time',
          description: 'Due date. The task has been late since then',
        }),
        lateCause: LateCause,
      }),
      {
        maxItems: overviewLimits.oldestLate,
        description: 'The tasks that have been late the longest, longest first',
      },
    ),
    backup: Nullable(
      Type.Object({
        lastSucceededAt: Nullable(
          Type.String({ format: 'date-time' }),
          'Time of the data in the last successful backup; null if there is none',
        ),
        failedAt: Nullable(
          Type.String({ format: 'date-time' }),
          'When the last backup failed; null if it succeeded',
        ),
        isLate: Type.Boolean({
          description: 'Whether the last successful backup is older than twice the scheduled interval',
        }),
        isScheduled: Type.Boolean({ description: 'Whether backups are scheduled (BACKUP_AT)' }),
      }),
      "The server's backup status; null without the Users.Manage permission",
    ),
  },
  { title: 'Overview' },
);
export type Overview = Static<typeof Overview>;

export const OverviewQuery = Query({
  teamId: Type.Optional(Type.String({ description: 'ID of a team; returns only its tasks and people' })),
  weeks: Type.Optional(
    Type.String({
      pattern: '^([1-9]|1\\d|2[0-6])$',
      description: `A whole number of weeks from 1 to ${overviewLimits.weeks}, including the current week; default: ${overviewLimits.defaultWeeks}`,
    }),
  ),
  firstDay: Type.Optional(
    Type.String({
      pattern: '^[1-7]$',
      description: 'The first day of the week, from 1 (Monday) to 7 (Sunday); default: 1',
    }),
  ),
  timeZone: Type.Optional(TimeZone),
});
