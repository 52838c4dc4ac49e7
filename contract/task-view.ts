import { type Static, Type } from 'typebox';
import examples from './examples.json' with { type: 'json' };
import { LateCause } from './late-cause.ts';
import { DEFAULT_MINUTES } from './minutes.ts';
import { Nullable } from './nullable.ts';
import { Person } from './person.ts';
import { CustomProperty, TaskState } from './task.ts';
import { taskViewFields } from './task-field-schemas.ts';
import { Uuid } from './uuid.ts';

const NullableInstant = (description: string) => Nullable(Type.String(), description);

export const MAX_TASK_VIEW_ITEMS = 20;

const Location = Type.Object({ latitude: Type.Number(), longitude: Type.Number() });

const TaskItem = Type.Object(
  {
    id: Uuid('ID of the item'),
    externalId: Type.String(),
    title: Type.String(),
    location: Nullable(Location),
  },
  { title: 'TaskItem' },
);

/** A task as returned by /api/v1 (docs/integrate/tasks.md). */
export const TaskView = Type.Object(
  {
    id: Uuid('ID of the task'),
    revision: Type.String({
      description: 'Changes whenever the task is edited. The same value in quotes is the ETag',
    }),
    externalId: Type.String(),
    title: Type.String(),
    state: TaskState,
    isSelfAssignable: Type.Boolean({
      description:
        'Whether the task is offered to the whole team: the person who starts it becomes the assignee',
    }),
    team: Type.Object({ id: Uuid('ID of the team'), title: Type.String() }),
    workbook: Type.Object({
      id: Uuid('ID of the workbook'),
      versionId: Uuid('ID of the workbook version that inspectors fill in'),
      name: Type.String(),
      title: Type.String(),
      versionCode: Type.Integer(),
      contentTypeId: Nullable(
        Type.String({ format: 'uuid' }),
        'ID of the content type whose items are inspected; null if none',
      ),
    }),
    assignee: Nullable(Person),
    ...taskViewFields,
    expectedMinutes: Type.Integer({
      description: `\`plannedMinutes\`, or else the workbook's expected duration, or else ${DEFAULT_MINUTES}`,
    }),
    isLate: Type.Boolean({
      description: 'Whether the task is New, Assigned or Active and its due date has passed',
    }),
    lateCause: Nullable(LateCause),
    items: Type.Array(TaskItem, { description: `The first ${MAX_TASK_VIEW_ITEMS} items` }),
    itemCount: Type.Integer({ description: 'Number of all items' }),
    location: Nullable(Location, 'Location of the first item that has one'),
    inspectionId: Nullable(
      Type.String({ format: 'uuid' }),
      'ID of the inspection; null until the task has been started',
    ),
    customProperties: Type.Record(Type.String(), CustomProperty),
    actualStart: NullableInstant('When the task was started'),
    actualEnd: NullableInstant('When the inspection was completed'),
    createdAt: Type.String(),
    modifiedAt: Type.String(),
  },
  { title: 'TaskView', examples: [examples.TaskView] },
);
export type TaskView = Static<typeof TaskView>;
