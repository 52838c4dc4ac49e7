import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { OptionalUuid } from './uuid.ts';

/** See the contract, States and transitions. The index of a state is its number in the change feed (decision C10). */
export const TASK_STATES = ['New', 'Assigned', 'Active', 'Closed', 'Canceled'] as const;
export type TaskState = (typeof TASK_STATES)[number];
export const TaskState = Type.Enum([...TASK_STATES], { title: 'TaskState', type: 'string' });

const Name = (description: string) => Type.String({ minLength: 1, maxLength: limits.name, description });
const Instant = (description: string) =>
  Type.String({
    description: `${description}, as ISO 8601 with time zone`,
    examples: ['2026-11-21T08:00:00.000Z'],
  });

/** The JSON type of the value is preserved (decision W12). */
export const CustomProperty = Type.Union([
  Type.String({ maxLength: limits.customPropertyText }),
  Type.Number(),
  Type.Boolean(),
]);

const inputFields = {
  externalId: Name('Unique ID, assigned by the external application'),
  title: Name('Title of the task'),
  teamName: Name('Title of the team'),
  workbookName: Name('Name or title of the workbook'),
  assignedUserName: Name('User name or email address of the assignee'),
  description: Type.Optional(Type.String({ maxLength: limits.description })),
  startDate: Type.Optional(Instant('The earliest time the work can start')),
  dueDate: Type.Optional(Instant('When the work must be completed')),
  itemsToInspect: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: limits.name }), {
      maxItems: limits.itemsToInspect,
      description: 'IDs or external IDs of items, if the workbook inspects a content type',
    }),
  ),
};

/** The task's fields and, at the same level, its custom properties (contract, Task). */
export const TaskInput = Type.Object(inputFields, {
  title: 'TaskInput',
  additionalProperties: CustomProperty,
  examples: [
    {
      externalId: 'WO-1001',
      title: 'Inspect the railing',
      teamName: 'Bridges',
      workbookName: 'BridgeInspection',
      assignedUserName: 'anna',
      dueDate: '2026-12-01T16:00:00.000Z',
      Height: 3.2,
    },
  ],
});
export type TaskInput = Static<typeof TaskInput>;

export const INPUT_FIELDS = Object.keys(inputFields);

/** See the contract, Task; decision T11. */
export const Task = Type.Object(
  {
    ...inputFields,
    assignedUserName: Type.Optional(inputFields.assignedUserName),
    state: TaskState,
    inspectionId: OptionalUuid('Present once the task has been started'),
  },
  { title: 'Task', additionalProperties: CustomProperty },
);

const NullableString = Nullable(Type.String());
const NullableNumber = Nullable(Type.Number());

/** Properties that are not part of a request body. Absent values are null (decision T18). */
const rowFields = {
  id: Type.String({ format: 'uuid' }),
  workbookId: Type.String({ format: 'uuid' }),
  workbookTitle: Type.String(),
  workbookVersionCode: Type.Integer(),
  assignedUserId: NullableNumber,
  workAreaId: Type.String({ format: 'uuid' }),
  workAreaTitle: Type.String(),
  isPublished: Type.Boolean(),
  isDeleted: Type.Boolean(),
  actualStart: NullableString,
  actualEnd: NullableString,
  sentDate: NullableString,
  creationTime: Type.String(),
  lastModificationTime: Type.String(),
};

export const TaskRow = Type.Object(
  {
    externalId: Type.String(),
    title: Type.String(),
    teamName: Type.String(),
    workbookName: Type.String(),
    assignedUserName: NullableString,
    description: NullableString,
    startDate: NullableString,
    dueDate: NullableString,
    itemsToInspect: Nullable(Type.Array(Type.String())),
    state: TaskState,
    inspectionId: NullableString,
    ...rowFields,
  },
  { title: 'TaskRow', additionalProperties: CustomProperty },
);

/** Ignored in requests, so that clients can send back what they read (decision T2). */
export const READ_ONLY_FIELDS = ['state', 'inspectionId', ...Object.keys(rowFields)];

/** See the contract, Read task. */
export const TaskReference = Type.Object(
  { externalId: inputFields.externalId },
  { title: 'TaskReference', examples: [{ externalId: 'WO-1001' }] },
);

const ExternalIds = Type.Array(Type.String({ minLength: 1, maxLength: limits.name }), {
  minItems: 1,
  maxItems: limits.bulkIds,
  description: 'External IDs of the tasks',
});

/** See the contract, Bulk body. */
export const BulkTasks = Type.Object(
  { externalTaskIds: ExternalIds },
  { title: 'BulkTasks', examples: [{ externalTaskIds: ['WO-1001'] }] },
);

/** One of the contract's examples calls the property `externalIds` (decision T12). */
export const DeleteTasks = Type.Object(
  { externalTaskIds: Type.Optional(ExternalIds), externalIds: Type.Optional(ExternalIds) },
  { title: 'DeleteTasks', examples: [{ externalTaskIds: ['WO-1001'] }] },
);
