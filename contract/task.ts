import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

/** contract, States and transitions; a state's place is its number in the change feed (decision C10). */
export const TASK_STATES = ['New', 'Assigned', 'Active', 'Closed', 'Canceled'] as const;
export type TaskState = (typeof TASK_STATES)[number];
export const TaskState = Type.Enum([...TASK_STATES], { title: 'TaskState', type: 'string' });

const Name = (description: string) => Type.String({ minLength: 1, maxLength: limits.name, description });
const Instant = (description: string) =>
  Type.String({ description: `${description}, ISO 8601 with zone`, examples: ['2026-11-21T08:00:00.000Z'] });

/** A custom property keeps its JSON type exactly (decision W12). */
export const CustomProperty = Type.Union([
  Type.String({ maxLength: limits.customPropertyText }),
  Type.Number(),
  Type.Boolean(),
]);

const draftFields = {
  externalId: Name('Unique identifier, given by the external application'),
  title: Name('Title of the task'),
  teamName: Name("The team's title"),
  workbookName: Name("The workbook's name or title"),
  assignedUserName: Name('User name or e-mail address of the person who performs the task'),
  description: Type.Optional(Type.String({ maxLength: limits.description })),
  startDate: Type.Optional(Instant('When work may start')),
  dueDate: Type.Optional(Instant('When work must be done')),
  itemsToInspect: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: limits.name }), {
      maxItems: limits.itemsToInspect,
      description: 'External ids or ids of content items, when the workbook inspects a content type',
    }),
  ),
};

/** A task as it is created or edited: the known fields, and custom properties beside them (contract, Task). */
export const TaskDraft = Type.Object(draftFields, {
  title: 'TaskDraft',
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
export type TaskDraft = Static<typeof TaskDraft>;

export const DRAFT_FIELDS = Object.keys(draftFields);

/** A task as it is read: what was sent, and where it stands (contract, Task; decision T11). */
export const Task = Type.Object(
  {
    ...draftFields,
    assignedUserName: Type.Optional(draftFields.assignedUserName),
    state: TaskState,
    inspectionId: Type.Optional(
      Type.String({ format: 'uuid', description: 'Present once a user started the task' }),
    ),
  },
  { title: 'Task', additionalProperties: CustomProperty },
);

const NullableString = Type.Union([Type.String(), Type.Null()]);
const NullableNumber = Type.Union([Type.Number(), Type.Null()]);

/** What a list row says beside the read shape; absent values are null (decision T18). */
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

/** A row of the task list (decision T18). */
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
    itemsToInspect: Type.Union([Type.Array(Type.String()), Type.Null()]),
    state: TaskState,
    inspectionId: NullableString,
    ...rowFields,
  },
  { title: 'TaskRow', additionalProperties: CustomProperty },
);

/**
 * Names that the answers use and a draft may therefore carry back: they are ignored, so that read, change and write
 * back works, and never become custom properties (decision T2).
 */
export const READ_ONLY_FIELDS = ['state', 'inspectionId', ...Object.keys(rowFields)];

/** Names one task by its external id (contract, Read task). */
export const TaskReference = Type.Object(
  { externalId: draftFields.externalId },
  { title: 'TaskReference', examples: [{ externalId: 'WO-1001' }] },
);
export type TaskReference = Static<typeof TaskReference>;

const ExternalIds = Type.Array(Type.String({ minLength: 1, maxLength: limits.name }), {
  minItems: 1,
  maxItems: limits.bulkIds,
  description: 'External identifiers of the tasks',
});

/** The body of cancel and restart (contract, Bulk body). */
export const BulkTasks = Type.Object(
  { externalTaskIds: ExternalIds },
  { title: 'BulkTasks', examples: [{ externalTaskIds: ['WO-1001'] }] },
);
export type BulkTasks = Static<typeof BulkTasks>;

/** The body of delete, which one sample of the contract spells differently (decision T12). */
export const DeleteTasks = Type.Object(
  {
    externalTaskIds: Type.Optional(ExternalIds),
    externalIds: Type.Optional(ExternalIds),
  },
  { title: 'DeleteTasks', examples: [{ externalTaskIds: ['WO-1001'] }] },
);
export type DeleteTasks = Static<typeof DeleteTasks>;
