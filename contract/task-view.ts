import { type Static, Type } from 'typebox';
import { LateCause } from './late-cause.ts';
import { DEFAULT_MINUTES } from './minutes.ts';
import { Nullable } from './nullable.ts';
import { CustomProperty, TaskState } from './task.ts';
import { taskViewFields } from './task-field-schemas.ts';

const Uuid = (description: string) => Type.String({ format: 'uuid', description });
const NullableInstant = (description: string) => Nullable(Type.String(), description);

/** Maximum number of items in a task view. `itemCount` counts all items. */
export const MAX_TASK_VIEW_ITEMS = 20;

const Location = Type.Object({ latitude: Type.Number(), longitude: Type.Number() });

/** A person with their names. */
export const PersonName = Type.Object({
  id: Type.Integer(),
  userName: Type.String(),
  name: Type.String(),
  surname: Type.String(),
});

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
    assignee: Nullable(PersonName),
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
  {
    title: 'TaskView',
    examples: [
      {
        id: '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33',
        revision: '48213',
        externalId: 'WO-1001',
        title: 'Inspect the railing',
        description: null,
        state: 'Assigned',
        isSelfAssignable: false,
        team: { id: '5c1e7d90-6a4b-4f38-b2e5-9d8c7b6a5f41', title: 'Bridges' },
        workbook: {
          id: '77aa41c2-0b9d-4e5f-8c61-3d2e1f0a9b84',
          versionId: '0d9f6a1e-52c7-4b8e-9a30-1f7c2d4e5b60',
          name: 'BridgeInspection',
          title: 'Bridge inspection',
          versionCode: 2,
          contentTypeId: '3f2b8c57-1d4e-4a69-8b70-6c5d4e3f2a19',
        },
        assignee: { id: 4, userName: 'anna', name: 'Anna', surname: 'de Vries' },
        startDate: null,
        dueDate: '2026-12-01T16:00:00.000Z',
        plannedStart: '2026-11-30T08:00:00.000Z',
        plannedMinutes: null,
        expectedMinutes: 90,
        isLate: false,
        lateCause: null,
        items: [
          {
            id: '9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d',
            externalId: 'BR-001',
            title: 'Magere Brug',
            location: { latitude: 52.3636, longitude: 4.9024 },
          },
        ],
        itemCount: 1,
        location: { latitude: 52.3636, longitude: 4.9024 },
        inspectionId: null,
        customProperties: { Height: 3.2 },
        actualStart: null,
        actualEnd: null,
        createdAt: '2026-11-21T08:00:00.000Z',
        modifiedAt: '2026-11-22T09:30:00.000Z',
      },
    ],
  },
);
export type TaskView = Static<typeof TaskView>;
