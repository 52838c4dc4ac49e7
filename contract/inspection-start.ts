import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

/** What a device says of an inspection that it began by itself, perhaps without a network. */
const begunOnDevice = {
  inspectionId: Type.String({
    format: 'uuid',
    description: 'A new UUID that the sender chose: the same again gives the same inspection',
  }),
  startedAt: Type.String({
    format: 'date-time',
    description:
      'When it began. What is later than now counts as now, what is before the task was made as that moment',
  }),
};

/** What the device had read of the task: it may have been edited since. */
const knownToDevice = {
  versionId: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        "The workbook version that the device has, any published one of a workbook of the team; without it, the task's. For " +
        'a start it is one of the workbook that the task has',
    }),
  ),
  itemIds: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), {
      maxItems: limits.itemsToInspect,
      description: "The items that the device has, in their order; without it, the task's",
    }),
  ),
};

const EXAMPLE = {
  inspectionId: '01997b1c-2f4a-7d10-9e63-8b5a4c3d2e1f',
  startedAt: '2026-11-30T08:02:11.000Z',
  versionId: '01997b1a-7c31-7f02-8d4e-5a6b7c8d9e0f',
};

/** How a task was started; without it, now, under an id that the server gives. */
export const TaskStart = Type.Partial(Type.Object({ ...begunOnDevice, ...knownToDevice }), {
  title: 'TaskStart',
  additionalProperties: false,
  examples: [EXAMPLE],
});
export type TaskStart = Static<typeof TaskStart>;

/** An inspection that was begun on a device when its task could, unknown to it, no longer be started. */
export const LateStart = Type.Object(
  { ...begunOnDevice, ...knownToDevice },
  { title: 'LateStart', additionalProperties: false, examples: [EXAMPLE] },
);
export type LateStart = Static<typeof LateStart>;

/** Starts an inspection that no task asked for. */
export const InspectionDraft = Type.Object(
  {
    workbookId: Type.String({
      format: 'uuid',
      description: "A version's id, or a workbook's for its newest published version",
    }),
    teamId: Type.String({ format: 'uuid', description: 'The team it is done for' }),
    items: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: limits.name }), { maxItems: limits.itemsToInspect }),
    ),
    inspectionId: Type.Optional(begunOnDevice.inspectionId),
    startedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When it began. What is later than now counts as now, what is older than 90 days as that',
      }),
    ),
  },
  { title: 'InspectionDraft', additionalProperties: false },
);
export type InspectionDraft = Static<typeof InspectionDraft>;

/** How an inspection was completed; without it, now. */
export const CompletionDraft = Type.Object(
  {
    completedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When its inspector was done. What is later than now counts as now, what is before the start as that moment',
      }),
    ),
  },
  {
    title: 'CompletionDraft',
    additionalProperties: false,
    examples: [{ completedAt: '2026-11-30T08:31:45.000Z' }],
  },
);
export type CompletionDraft = Static<typeof CompletionDraft>;
