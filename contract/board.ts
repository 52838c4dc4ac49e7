import { type Static, Type } from 'typebox';
import { Day } from './day.ts';
import { formatNumber } from './format-number.ts';
import { DEFAULT_MINUTES } from './minutes.ts';
import { Nullable } from './nullable.ts';
import { personFields } from './person.ts';
import { Query } from './query.ts';
import { TaskState } from './task.ts';
import { choiceFields } from './task-field-schemas.ts';

export const planningLimits = {
  boardDays: 42,
  boardPeople: 500,
  /** Caps tasks and busy times separately. */
  boardTasks: 5_000,
} as const;

export const TimeZone = Type.String({
  maxLength: 64,
  description:
    "IANA time zone that determines when days start and end. Default: the team's time zone, or that of the first team by title",
  examples: ['Europe/Amsterdam'],
});

const Uuid = Type.String({ format: 'uuid' });
const Instant = Type.String({ format: 'date-time' });

const BoardDay = Type.Object({
  date: Type.String({ format: 'date' }),
  workingMinutes: Type.Integer({ description: '0 on a day off or during an absence' }),
  startsAt: Nullable(
    Instant,
    "Start of the working day in the time zone of the person's team; null if there are no working minutes",
  ),
  endsAt: Nullable(Instant, 'End of the working day, breaks included'),
  isAbsent: Type.Boolean(),
  reason: Nullable(
    Type.String(),
    'Reason for the absence; null if there is none or the caller is not allowed to see it',
  ),
});

export const CanInspect = Type.Boolean({
  description:
    "Whether one of the person's roles permits inspections (`Tasks.Perform`). If not, the person is never suggested",
});

const BoardPerson = Type.Object({
  ...personFields,
  teamIds: Type.Array(Uuid, {
    description: 'Teams that the caller plans for and in which the person can be assigned tasks',
  }),
  canInspect: CanInspect,
  days: Type.Array(BoardDay),
});
export type BoardPerson = Static<typeof BoardPerson>;

const BoardTask = Type.Object({
  id: Uuid,
  revision: Type.String({ description: 'Changes whenever the task is edited' }),
  title: Type.String(),
  state: TaskState,
  teamId: Uuid,
  workbookTitle: Type.String(),
  assigneeId: Nullable(Type.Integer()),
  plannedStart: Instant,
  minutes: Type.Integer({
    description: `Planned duration, or else the workbook's expected duration, or else ${DEFAULT_MINUTES}`,
  }),
  plannedMinutes: Nullable(Type.Integer(), 'Planned duration; null if no planner has set one'),
  startDate: Nullable(Instant),
  dueDate: Nullable(Instant),
  isLate: Type.Boolean({ description: 'Whether the task is open and its due date has passed' }),
  location: Nullable(
    Type.Object({ latitude: Type.Number(), longitude: Type.Number() }),
    'Location of the first item',
  ),
  itemTitle: Nullable(Type.String(), 'Title of the first item'),
  ...choiceFields,
});
export type BoardTask = Static<typeof BoardTask>;

const BusyTime = Type.Object({ userId: Type.Integer(), plannedStart: Instant, minutes: Type.Integer() });
export type BusyTime = Static<typeof BusyTime>;

const boardTasks = formatNumber(planningLimits.boardTasks);

export const Board = Type.Object(
  {
    timeZone: Type.String({ description: 'Time zone that determines when days start and end' }),
    people: Type.Array(BoardPerson, {
      description: "Active people who can be assigned the teams' tasks, sorted by user name",
    }),
    tasks: Type.Array(BoardTask, {
      description: 'Planned tasks that overlap these days, sorted by planned start. Excludes cancelled tasks',
    }),
    busy: Type.Array(BusyTime, {
      description:
        'Times when these people have tasks for other teams, sorted by planned start. Includes only the start and duration',
    }),
    isTruncated: Type.Boolean({
      description: `Whether the board is incomplete: it has at most ${planningLimits.boardPeople} people, ${boardTasks} tasks and ${boardTasks} busy times. To get everything, request a single team or fewer days`,
    }),
  },
  { title: 'Board' },
);
export type Board = Static<typeof Board>;

export const BoardQuery = Query({
  from: Day('The first day of the board'),
  to: Day(
    `The last day of the board, inclusive; at most ${planningLimits.boardDays - 1} days after \`from\``,
  ),
  timeZone: Type.Optional(TimeZone),
  teamId: Type.Optional(Type.String({ description: 'ID of a team; returns only its people and tasks' })),
});
export type BoardQuery = Static<typeof BoardQuery>;
