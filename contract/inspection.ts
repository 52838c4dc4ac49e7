import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { TaskState } from './task.ts';

const Uuid = (description: string) => Type.String({ format: 'uuid', description });
const NullableString = Type.Union([Type.String(), Type.Null()]);

/** Names something in the path of a request. */
export const IdParameter = Type.Object({ id: Type.String() });
export type IdParameter = Static<typeof IdParameter>;

/** Answers by the name of their field; null clears one. What fits is the workbook's to say. */
const AnswerSet = Type.Record(Type.String(), Type.Unknown(), { title: 'Answers' });

/** What became of the task's custom properties when the inspection started (product, Prefill). */
export const PrefillReport = Type.Object(
  {
    filled: Type.Array(Type.Object({ property: Type.String(), field: Type.String() })),
    withoutField: Type.Array(Type.String()),
    unsuitable: Type.Array(
      Type.Object({ property: Type.String(), field: Type.String(), reason: Type.String() }),
    ),
  },
  { title: 'PrefillReport' },
);

/** Two answers to one field, the later given without knowing the earlier. An answer that knows both ends it. */
const AnswerConflict = Type.Object(
  {
    itemId: NullableString,
    field: Type.String(),
    revision: Type.Integer({ description: 'Of the answer that counts' }),
    other: Type.Object({
      value: Type.Unknown(),
      revision: Type.Integer(),
      userName: Type.String({ description: 'Who gave it' }),
    }),
  },
  { title: 'AnswerConflict' },
);

/** An inspection with everything that was answered. One answer set, or one for each inspected item. */
export const Inspection = Type.Object(
  {
    id: Uuid('Identifier of the inspection'),
    taskId: NullableString,
    externalId: Type.Union([Type.String(), Type.Null()], { description: "The task's external id" }),
    state: TaskState,
    workbookId: Uuid('Identifier of the workbook version'),
    workbookTitle: Type.String(),
    teamId: Type.String({ format: 'uuid' }),
    userId: Type.Integer(),
    userName: Type.String(),
    startedAt: Type.String(),
    endedAt: NullableString,
    revision: Type.Integer({ description: 'Rises with every answer that is kept' }),
    answers: AnswerSet,
    items: Type.Array(
      Type.Object({
        itemId: Type.String({ format: 'uuid' }),
        externalId: Type.String(),
        title: Type.String(),
        answers: AnswerSet,
      }),
    ),
    conflicts: Type.Array(AnswerConflict),
    prefill: PrefillReport,
  },
  { title: 'Inspection' },
);

/** Starts an inspection that no task asked for. */
export const InspectionDraft = Type.Object(
  {
    workbookId: Uuid("A version's id, or a workbook's for its newest published version"),
    teamId: Uuid('The team it is done for'),
    items: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: limits.name }), { maxItems: limits.itemsToInspect }),
    ),
  },
  { title: 'InspectionDraft', additionalProperties: false },
);
export type InspectionDraft = Static<typeof InspectionDraft>;

/** Answers to some fields. `baseRevision` is the revision the inspector saw when answering: without it nothing conflicts. */
export const AnswersPatch = Type.Object(
  {
    itemId: Type.Optional(Uuid('The item these answers are about')),
    answers: AnswerSet,
    baseRevision: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { title: 'AnswersPatch', additionalProperties: false, examples: [{ answers: { Height: 3.2 } }] },
);
export type AnswersPatch = Static<typeof AnswersPatch>;

export const AnswersKept = Type.Object(
  { revision: Type.Integer(), conflicts: Type.Array(AnswerConflict) },
  { title: 'AnswersKept' },
);
