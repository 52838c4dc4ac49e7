import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { Person } from './person.ts';
import { CustomProperty } from './task.ts';
import { taskPatchFields } from './task-field-schemas.ts';
import { type PlanningFieldName, type TaskFieldName, taskFields } from './task-fields.ts';
import { TaskView } from './task-view.ts';
import { OptionalUuid, Uuid } from './uuid.ts';

const AssigneeId = Type.Optional(
  Nullable(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    'User ID of the assignee; null offers the task to the whole team',
  ),
);

const planningFields = Object.fromEntries(
  Object.entries(taskPatchFields).filter(([name]) => 'isPlanningField' in taskFields[name as TaskFieldName]),
) as Pick<typeof taskPatchFields, PlanningFieldName>;

export const TaskPatch = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: limits.name })),
    teamId: OptionalUuid('ID of the team'),
    workbookId: OptionalUuid('ID of the workbook. The task uses its newest published version'),
    assigneeId: AssigneeId,
    ...taskPatchFields,
    itemIds: Type.Optional(
      Type.Array(Uuid('ID of an item'), {
        maxItems: limits.itemsToInspect,
        description: "All of the task's items, in order, if the workbook inspects a content type",
      }),
    ),
    customProperties: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: limits.customPropertyName }), CustomProperty, {
        maxProperties: limits.customProperties,
        description: 'All custom properties. Any that are not included are deleted',
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

export const MAX_MOVES = 500;

export const TaskMove = Type.Object(
  {
    id: Uuid('ID of the task'),
    revision: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'Revision of the task that the planner saw. If the task has changed since, the move is rejected. If absent, there is no such check',
      }),
    ),
    assigneeId: AssigneeId,
    ...planningFields,
  },
  { title: 'TaskMove', additionalProperties: false },
);
export type TaskMove = Static<typeof TaskMove>;

export const TaskMoves = Type.Object(
  { moves: Type.Array(TaskMove, { minItems: 1, maxItems: MAX_MOVES }) },
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

const MOVE_REJECTION_REASONS = ['notFound', 'changed', 'state', 'dates', 'assignee', 'team'] as const;
export type MoveRejectionReason = (typeof MOVE_REJECTION_REASONS)[number];

export const PlannedTasks = Type.Object(
  {
    tasks: Type.Array(TaskView, { description: 'The moved tasks, with their new values' }),
    rejected: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        reason: Type.Enum([...MOVE_REJECTION_REASONS], {
          description:
            '`notFound`: no task with this ID. `changed`: someone else has changed the task since. `state`: not possible in its current state. `dates`: the due date is before the start date. `assignee`: the person cannot be assigned tasks of the team. `team`: the team is not active',
        }),
        message: Type.String(),
        task: Nullable(TaskView, 'The task as it is now; null if it was not found'),
        changedBy: Nullable(Person, 'The person who changed the task; null for other reasons or if unknown'),
      }),
    ),
  },
  { title: 'PlannedTasks' },
);
export type PlannedTasks = Static<typeof PlannedTasks>;

export const TaskIds = Type.Object(
  { ids: Type.Array(Uuid('ID of a task'), { minItems: 1, maxItems: limits.bulkIds }) },
  {
    title: 'TaskIds',
    additionalProperties: false,
    examples: [{ ids: ['01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33'] }],
  },
);
