import { type Static, Type } from 'typebox';
import { TimeZone } from './board.ts';
import { LateCause } from './late-cause.ts';

/** Bounds of an overview. */
export const overviewLimits = { weeks: 26, usualWeeks: 8, oldestLate: 10, people: 500 } as const;

const Uuid = Type.String({ format: 'uuid' });
const Count = (description: string) => Type.Integer({ description });

const done = {
  done: Count('Inspections that were completed and are so still'),
  firstTimeRight: Count('Those of them that were never returned'),
};

const person = { id: Type.Integer(), userName: Type.String(), name: Type.String(), surname: Type.String() };

const Load = Type.Object({
  plannedMinutes: Count(
    'Of tasks whose planned start lies in the week; those that were cancelled do not count',
  ),
  workingMinutes: Count('Without absences'),
});

export const Overview = Type.Object(
  {
    timeZone: Type.String({ description: 'By which weeks begin, on Mondays' }),
    open: Count('Tasks that are New, Assigned or Active'),
    late: Count('Open tasks whose due date has passed'),
    unplanned: Count('Tasks that are New or Assigned and not planned'),
    dueThisWeek: Count('Open tasks that are due this week, those that are late by now included'),
    weeks: Type.Array(
      Type.Object({
        from: Type.String({ format: 'date', description: 'Its Monday' }),
        ...done,
        teams: Type.Array(Type.Object({ teamId: Uuid, ...done }), {
          description: 'Those that did something',
        }),
      }),
      { description: 'The oldest first; the last is this week' },
    ),
    workload: Type.Array(Type.Object({ ...person, thisWeek: Load, nextWeek: Load }), {
      description: `People of the teams that the caller plans, in the order of their user names, at most ${overviewLimits.people}; empty for who plans none`,
    }),
    lateBy: Type.Array(
      Type.Object({
        assignee: Type.Union([Type.Object(person), Type.Null()], { description: 'null: nobody' }),
        causes: Type.Array(Type.Object({ cause: LateCause, count: Count('Tasks') }), {
          description: 'The most frequent first',
        }),
      }),
      {
        description: `Who has late tasks, and why they are late. Who has most is first, at most ${overviewLimits.people}`,
      },
    ),
    oldestLate: Type.Array(
      Type.Object({
        id: Uuid,
        title: Type.String(),
        teamId: Uuid,
        assignee: Type.Union([Type.Object(person), Type.Null()]),
        dueDate: Type.String({ format: 'date-time', description: 'Since when it is late' }),
        lateBecause: LateCause,
      }),
      { maxItems: overviewLimits.oldestLate, description: 'The longest first' },
    ),
    backup: Type.Union(
      [
        Type.Object({
          lastGoodAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
            description: 'The time of the data in the last good backup; null when there is none',
          }),
          failedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
            description: 'When the last backup failed; null when it succeeded',
          }),
          isLate: Type.Boolean({
            description: 'The last good backup is older than twice the interval of the schedule',
          }),
          isScheduled: Type.Boolean({ description: 'Whether backups are scheduled (BACKUP_AT)' }),
        }),
        Type.Null(),
      ],
      { description: 'Backups of the server; null without Users.Manage' },
    ),
  },
  { title: 'Overview' },
);
export type Overview = Static<typeof Overview>;

export const OverviewQuery = Type.Object(
  {
    teamId: Type.Optional(Type.String({ description: 'Only this team' })),
    weeks: Type.Optional(
      Type.String({
        pattern: '^([1-9]|1\\d|2[0-6])$',
        description: `a whole number of weeks to look back, this one included, from 1 to ${overviewLimits.weeks}, ${overviewLimits.usualWeeks} when absent`,
      }),
    ),
    timeZone: Type.Optional(TimeZone),
  },
  { additionalProperties: false },
);
export type OverviewQuery = Static<typeof OverviewQuery>;
