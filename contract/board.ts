import { type Static, type TSchema, Type } from 'typebox';
import { Day } from './day.ts';
import { TaskState } from './task.ts';

/** Bounds of what is planned at once. */
export const planningLimits = {
  boardDays: 42,
  /** People, and tasks, on one board. */
  boardPeople: 500,
  boardTasks: 5_000,
  /** Minutes of a task of which neither a planner nor its workbook says how long it takes. */
  usualMinutes: 60,
} as const;

export const TimeZone = Type.String({
  maxLength: 64,
  description:
    "Of the IANA database: which days are meant; absent: the team's, or the first team's by its title",
  examples: ['Europe/Amsterdam'],
});

const Uuid = Type.String({ format: 'uuid' });
const Instant = Type.String({ format: 'date-time' });
const orNull = <Member extends TSchema>(member: Member, description?: string) =>
  Type.Union([member, Type.Null()], description === undefined ? {} : { description });

/** One day of a person. */
export const BoardDay = Type.Object({
  date: Type.String({ format: 'date' }),
  workingMinutes: Type.Integer({ description: '0: a day off, or away' }),
  startsAt: orNull(
    Instant,
    "When work begins, by the clock of the person's team; null without working minutes",
  ),
  endsAt: orNull(Instant, 'When it ends: later than after the working minutes by the breaks'),
  isAbsent: Type.Boolean(),
  reason: orNull(Type.String(), 'Of the absence'),
});

const BoardPerson = Type.Object({
  id: Type.Integer(),
  userName: Type.String(),
  name: Type.String(),
  surname: Type.String(),
  teamIds: Type.Array(Uuid, {
    description: 'Teams that the caller plans, in which the person performs tasks',
  }),
  days: Type.Array(BoardDay),
});
export type BoardPerson = Static<typeof BoardPerson>;

const BoardTask = Type.Object({
  id: Uuid,
  revision: Type.String({ description: 'Differs after every change of the task' }),
  title: Type.String(),
  state: TaskState,
  teamId: Uuid,
  workbookTitle: Type.String(),
  assigneeId: orNull(Type.Integer()),
  plannedStart: Instant,
  minutes: Type.Integer({
    description: `As planned, else as its workbook expects, else ${planningLimits.usualMinutes}`,
  }),
  plannedMinutes: orNull(Type.Integer(), 'As planned; null: nobody said'),
  startDate: orNull(Instant),
  dueDate: orNull(Instant),
  isLate: Type.Boolean({ description: 'Open, and its due date has passed' }),
  location: orNull(Type.Object({ latitude: Type.Number(), longitude: Type.Number() }), 'Of its first item'),
  itemTitle: orNull(Type.String(), 'Of its first item'),
});
export type BoardTask = Static<typeof BoardTask>;

const BusyTime = Type.Object({
  userId: Type.Integer(),
  plannedStart: Instant,
  minutes: Type.Integer(),
});
export type BusyTime = Static<typeof BusyTime>;

export const Board = Type.Object(
  {
    timeZone: Type.String({ description: 'Whose days are meant' }),
    people: Type.Array(BoardPerson, {
      description: 'Active people who perform tasks of the teams, in the order of their user names',
    }),
    tasks: Type.Array(BoardTask, {
      description: 'Planned tasks that overlap the days, by their start; those that were cancelled are not',
    }),
    busy: Type.Array(BusyTime, {
      description:
        'When these people do what is planned for them in other teams, by its start: when and how long, and nothing else',
    }),
    isCut: Type.Boolean({
      description: `There are more than ${planningLimits.boardPeople} people, or ${planningLimits.boardTasks} tasks or busy times, of which the first are here: ask for a team or fewer days`,
    }),
  },
  { title: 'Board' },
);
export type Board = Static<typeof Board>;

export const BoardQuery = Type.Object(
  {
    from: Day('The first day'),
    to: Day(`The last day, at most ${planningLimits.boardDays - 1} later`),
    timeZone: Type.Optional(TimeZone),
    teamId: Type.Optional(Type.String({ description: 'Only this team' })),
  },
  { additionalProperties: false },
);
export type BoardQuery = Static<typeof BoardQuery>;
