import { type Static, type TSchema, Type } from 'typebox';
import { limits } from './limits.ts';
import { Minutes } from './minutes.ts';
import { CustomProperty } from './task.ts';
import { Named, TaskView } from './task-view.ts';

const Nullable = <Value extends TSchema>(value: Value, description: string) =>
  Type.Optional(Type.Union([value, Type.Null()], { description }));
const Uuid = (description: string) => Type.String({ format: 'uuid', description });
const UserId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Instant = (description: string) =>
  Nullable(Type.String({ maxLength: 40 }), `${description}, ISO 8601 with zone; null: clears it`);

/** What a planner moves of a task. */
const planMembers = {
  assigneeId: Nullable(
    UserId,
    'Id of the user who is to perform it; null: nobody, so that whoever performs in the team may take it',
  ),
  plannedStart: Instant('When it is to be begun'),
  plannedMinutes: Nullable(Minutes, 'How long it will take; null: as long as the workbook is expected to'),
  startDate: Instant('When work may start'),
  dueDate: Instant('When work must be done'),
};

/** What is to change of a task; what is absent stays. */
export const TaskPatch = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: limits.name })),
    description: Nullable(Type.String({ maxLength: limits.description }), 'null: clears it'),
    teamId: Type.Optional(Uuid('Identifier of the team')),
    workbookId: Type.Optional(Uuid('Identifier of the workbook: its newest published version is taken')),
    ...planMembers,
    itemIds: Type.Optional(
      Type.Array(Uuid('Identifier of an item'), {
        maxItems: limits.itemsToInspect,
        description: 'All its items, in their order, when the workbook inspects a content type',
      }),
    ),
    customProperties: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: limits.customPropertyName }), CustomProperty, {
        maxProperties: limits.customProperties,
        description: 'All of them: those that are not given go',
      }),
    ),
  },
  {
    title: 'TaskPatch',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ title: 'Inspect the railing', assigneeId: 4, plannedStart: '2026-11-30T08:00:00Z' }],
  },
);
export type TaskPatch = Static<typeof TaskPatch>;

/** Moves of one request. */
export const MOST_MOVES = 500;

export const TaskMove = Type.Object(
  {
    id: Uuid('Identifier of the task'),
    revision: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'The revision that was seen: one that is overtaken is refused. Absent: whatever there is',
      }),
    ),
    ...planMembers,
  },
  { title: 'TaskMove', additionalProperties: false },
);
export type TaskMove = Static<typeof TaskMove>;

export const TaskMoves = Type.Object(
  { moves: Type.Array(TaskMove, { minItems: 1, maxItems: MOST_MOVES }) },
  {
    title: 'TaskMoves',
    additionalProperties: false,
    examples: [
      {
        moves: [
          {
            id: '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33',
            revision: '48213',
            assigneeId: 4,
            plannedStart: '2026-11-30T08:00:00Z',
          },
        ],
      },
    ],
  },
);
export type TaskMoves = Static<typeof TaskMoves>;

export const MOVE_REFUSALS = ['notFound', 'changed', 'state', 'dates', 'assignee', 'team'] as const;
export type MoveRefusal = (typeof MOVE_REFUSALS)[number];

export const PlannedTasks = Type.Object(
  {
    tasks: Type.Array(TaskView, { description: 'Those that were moved, as they are now' }),
    refused: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        reason: Type.Enum([...MOVE_REFUSALS], {
          description:
            'changed: somebody else was first. state: too late for this. dates: due before it may start. assignee: does not perform in the team. team: is not active',
        }),
        message: Type.String(),
        task: Type.Union([TaskView, Type.Null()], { description: 'As it is; null when it is not found' }),
        changedBy: Type.Union([Named, Type.Null()], {
          description: 'Who was first; null for another reason, and when it is not known',
        }),
      }),
    ),
  },
  { title: 'PlannedTasks' },
);
export type PlannedTasks = Static<typeof PlannedTasks>;

/** Tasks that something is to happen to: to all of them or to none. */
export const TaskIds = Type.Object(
  {
    ids: Type.Array(Uuid('Identifier of a task'), { minItems: 1, maxItems: limits.bulkIds }),
  },
  {
    title: 'TaskIds',
    additionalProperties: false,
    examples: [{ ids: ['01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33'] }],
  },
);
export type TaskIds = Static<typeof TaskIds>;
