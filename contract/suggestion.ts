import { type Static, Type } from 'typebox';
import { TimeZone } from './board.ts';
import { Day } from './day.ts';

export const suggestionLimits = { tasks: 50, people: 500, days: 14, candidates: 3 } as const;

const Uuid = Type.String({ format: 'uuid' });
const Instant = Type.String({ format: 'date-time' });

const SuggestionReason = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('distance'), metres: Type.Integer() },
      { description: "Straight-line distance to the nearest of the person's other tasks on that day" },
    ),
    Type.Object(
      { kind: Type.Literal('load'), plannedMinutes: Type.Integer(), workingMinutes: Type.Integer() },
      { description: "The person's planned minutes on that day, including this task" },
    ),
    Type.Object(
      { kind: Type.Literal('visited'), visitCount: Type.Integer(), lastAt: Instant },
      { description: "Number of times the person has inspected one of the task's items" },
    ),
    Type.Object(
      { kind: Type.Literal('onTime'), dueDate: Instant },
      { description: 'The task would be completed before its due date' },
    ),
    Type.Object(
      { kind: Type.Literal('late'), dueDate: Instant, minutesLate: Type.Integer() },
      {
        description:
          'The task would be completed after its due date. Suggested only if no one is available earlier',
      },
    ),
  ],
  { title: 'SuggestionReason' },
);
export type SuggestionReason = Static<typeof SuggestionReason>;

const Candidate = Type.Object(
  {
    assigneeId: Type.Integer(),
    plannedStart: Instant,
    minutes: Type.Integer(),
    reasons: Type.Array(SuggestionReason),
    score: Type.Integer({ description: 'From 0 to 100; higher is better' }),
  },
  { title: 'SuggestionCandidate' },
);

const UnassignedReason = Type.Union(
  [
    Type.Literal('notFound'),
    Type.Literal('notPlannable'),
    Type.Literal('noEligiblePeople'),
    Type.Literal('startsLater'),
    Type.Literal('tooLong'),
    Type.Literal('noCapacity'),
  ],
  {
    description:
      '`notFound`: no task with this ID that the caller can plan. `notPlannable`: the task has been started, completed or cancelled. `noEligiblePeople`: none of the people can be assigned tasks in the team. `startsLater`: the start date of the task is after these days. `tooLong`: the task takes longer than any of the people works on one day. `noCapacity`: no one is available',
  },
);

export const Suggestions = Type.Object(
  {
    suggestions: Type.Array(
      Type.Object({
        taskId: Uuid,
        revision: Type.String({
          description:
            'Revision of the task. Include it when planning the task, so that the request is rejected if the task has changed since',
        }),
        candidates: Type.Array(Candidate, {
          maxItems: suggestionLimits.candidates,
          description: 'Candidates with different people, best first. With `spread`, only one',
        }),
      }),
      { description: 'The tasks that have candidates, in the same order as `taskIds`' },
    ),
    unassigned: Type.Array(Type.Object({ id: Uuid, reason: UnassignedReason })),
  },
  { title: 'Suggestions' },
);
export type Suggestions = Static<typeof Suggestions>;

export const SuggestionRequest = Type.Object(
  {
    taskIds: Type.Array(Uuid, { minItems: 1, maxItems: suggestionLimits.tasks, uniqueItems: true }),
    from: Day('The first day of the period'),
    to: Day(
      `The last day of the period, inclusive; at most ${suggestionLimits.days - 1} days after \`from\``,
    ),
    timeZone: Type.Optional(TimeZone),
    userIds: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        minItems: 1,
        maxItems: suggestionLimits.people,
        description:
          "User IDs; only these people are considered. Default: everyone who can be assigned the teams' tasks",
      }),
    ),
    spread: Type.Optional(
      Type.Boolean({
        description:
          'If true, suggestions take each other into account; if false, each task is considered separately',
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
