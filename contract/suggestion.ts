import { type Static, Type } from 'typebox';
import { TimeZone } from './board.ts';
import { Day } from './day.ts';

/** Bounds of suggestions. */
export const suggestionLimits = { tasks: 50, people: 500, days: 14, candidates: 3 } as const;

const Uuid = Type.String({ format: 'uuid' });
const Instant = Type.String({ format: 'date-time' });

const kind = <Kind extends string>(name: Kind) => Type.Literal(name);

/** What speaks for a candidate, or against it. */
const Reason = Type.Union(
  [
    Type.Object(
      { kind: kind('distance'), metres: Type.Integer() },
      { description: 'As the crow flies to the nearest other task of the person that day' },
    ),
    Type.Object(
      { kind: kind('load'), plannedMinutes: Type.Integer(), workingMinutes: Type.Integer() },
      { description: 'What the person would have planned that day, this task included' },
    ),
    Type.Object(
      { kind: kind('visited'), times: Type.Integer(), lastAt: Instant },
      { description: 'The person has inspected an item of the task before' },
    ),
    Type.Object(
      { kind: kind('dueInTime'), dueDate: Instant },
      { description: 'It is done before it is due' },
    ),
    Type.Object(
      { kind: kind('late'), dueDate: Instant, minutesLate: Type.Integer() },
      { description: 'It is done so long after it is due. Only where nobody has time before' },
    ),
  ],
  { title: 'SuggestionReason' },
);
export type Reason = Static<typeof Reason>;

const Candidate = Type.Object(
  {
    assigneeId: Type.Integer(),
    plannedStart: Instant,
    minutes: Type.Integer(),
    reasons: Type.Array(Reason),
    score: Type.Integer({ description: '0 to 100, the best first' }),
  },
  { title: 'SuggestionCandidate' },
);

const Obstacle = Type.Union(
  [kind('unknown'), kind('notPlannable'), kind('nobody'), kind('startsLater'), kind('tooLong'), kind('full')],
  {
    description:
      'unknown: no task that the caller plans. notPlannable: it has been started, or is over. nobody: none of the people performs tasks of its team. startsLater: it may not start on these days. tooLong: nobody works so long on any day. full: nobody has time',
  },
);

export const Suggestions = Type.Object(
  {
    suggestions: Type.Array(
      Type.Object({
        taskId: Uuid,
        revision: Type.String({ description: 'Of the task, to plan it as it was looked at' }),
        candidates: Type.Array(Candidate, {
          maxItems: suggestionLimits.candidates,
          description: 'Each of another person, the best first; with `spread` one',
        }),
      }),
      { description: 'In the order of the request' },
    ),
    unplaced: Type.Array(
      Type.Object({
        id: Uuid,
        why: Obstacle,
      }),
    ),
  },
  { title: 'Suggestions' },
);
export type Suggestions = Static<typeof Suggestions>;

export const SuggestionRequest = Type.Object(
  {
    taskIds: Type.Array(Uuid, { minItems: 1, maxItems: suggestionLimits.tasks, uniqueItems: true }),
    from: Day('The first day'),
    to: Day(`The last day, at most ${suggestionLimits.days - 1} later`),
    timeZone: Type.Optional(TimeZone),
    peopleIds: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        minItems: 1,
        maxItems: suggestionLimits.people,
        description: 'Only these people; absent: all who perform tasks of the teams',
      }),
    ),
    spread: Type.Optional(
      Type.Boolean({
        description:
          'true: one plan for all tasks together, each placed considering the others. false: each task by itself',
      }),
    ),
  },
  {
    title: 'SuggestionRequest',
    additionalProperties: false,
    examples: [
      {
        taskIds: ['01890000-0000-7000-8000-000000000000'],
        from: '2026-11-23',
        to: '2026-11-27',
        spread: true,
      },
    ],
  },
);
export type SuggestionRequest = Static<typeof SuggestionRequest>;
