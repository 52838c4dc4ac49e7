import { type Static, type TSchema, Type } from 'typebox';
import { LateCause } from './late-cause.ts';
import { Minutes, USUAL_MINUTES } from './minutes.ts';
import { CustomProperty, TaskState } from './task.ts';

const Nullable = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()]);
const Uuid = (description: string) => Type.String({ format: 'uuid', description });
const NullableInstant = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** Items of a task that its view names; all are counted. */
export const MOST_VIEWED_ITEMS = 20;

const Location = Type.Object({ latitude: Type.Number(), longitude: Type.Number() });

const TaskItem = Type.Object(
  {
    id: Uuid('Identifier of the item'),
    externalId: Type.String(),
    title: Type.String(),
    location: Nullable(Location),
  },
  { title: 'TaskItem' },
);

/** A task as people who plan see it (docs/tasks.md). */
export const TaskView = Type.Object(
  {
    id: Uuid('Identifier of the task'),
    revision: Type.String({
      description: 'Differs after every change of the task; its ETag is the same in quotes',
    }),
    externalId: Type.String(),
    title: Type.String(),
    description: Nullable(Type.String()),
    state: TaskState,
    isSelfAssignable: Type.Boolean({
      description: 'Whoever performs in the team may take it by starting it',
    }),
    team: Type.Object({ id: Uuid('Identifier of the team'), title: Type.String() }),
    workbook: Type.Object({
      id: Uuid('Identifier of the workbook, whatever its version'),
      versionId: Uuid('The version that is, or would be, filled in'),
      name: Type.String(),
      title: Type.String(),
      versionCode: Type.Integer(),
      contentTypeId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: 'Whose items it inspects; null: none',
      }),
    }),
    assignee: Nullable(
      Type.Object({
        id: Type.Integer(),
        userName: Type.String(),
        name: Type.String(),
        surname: Type.String(),
      }),
    ),
    startDate: NullableInstant('When work may start, as the external application said'),
    dueDate: NullableInstant('When work must be done, as the external application said'),
    plannedStart: NullableInstant('When a planner wants it begun; null: not planned'),
    plannedMinutes: Type.Union([Minutes, Type.Null()], {
      description: 'What a planner reckons with; null: what is usual',
    }),
    expectedMinutes: Type.Integer({
      description: `plannedMinutes, or what the workbook is expected to take, or ${USUAL_MINUTES}`,
    }),
    isLate: Type.Boolean({ description: 'New, Assigned or Active, and the due date has passed' }),
    lateBecause: Nullable(LateCause),
    items: Type.Array(TaskItem, { description: `The first ${MOST_VIEWED_ITEMS}` }),
    itemCount: Type.Integer({ description: 'Of all its items' }),
    location: Type.Union([Location, Type.Null()], { description: 'Of the first item that has one' }),
    inspectionId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'Once somebody has started it',
    }),
    customProperties: Type.Record(Type.String(), CustomProperty),
    actualStart: NullableInstant('When it was started'),
    actualEnd: NullableInstant('When its inspection was completed'),
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
        lateBecause: null,
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
