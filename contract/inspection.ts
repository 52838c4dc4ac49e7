import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { TaskState } from './task.ts';
import { ArrivedUpload } from './upload.ts';

const Uuid = (description: string) => Type.String({ format: 'uuid', description });
const NullableUuid = (description: string) => Type.Union([Uuid(description), Type.Null()]);
const NullableString = (description?: string) =>
  Type.Union([Type.String(), Type.Null()], description === undefined ? {} : { description });

/** Names something in the path of a request. */
export const IdParameter = Type.Object({ id: Type.String() });
export type IdParameter = Static<typeof IdParameter>;

/** Answers by the name of their field; null clears one. What fits is the workbook's to say. */
const AnswerSet = Type.Record(Type.String(), Type.Unknown(), { title: 'Answers' });

/** What is said beside an answer: a comment, pictures, or both. */
export const Remark = Type.Object(
  {
    text: Type.Optional(Type.String({ minLength: 1, maxLength: limits.remark })),
    pictures: Type.Optional(
      Type.Array(Uuid("An upload's id"), { minItems: 1, maxItems: limits.remarkPictures }),
    ),
  },
  { title: 'Remark', additionalProperties: false, minProperties: 1 },
);
export type Remark = Static<typeof Remark>;

/** Remarks by the name of the field they are about. */
const RemarkSet = Type.Record(Type.String(), Remark, { title: 'Remarks' });

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

/**
 * Two answers to one field: the newest, and one that neither it nor any other later one knew. One for each such answer, of a field
 * at most the ten latest; an answer that knows them all ends them.
 */
const AnswerConflict = Type.Object(
  {
    itemId: NullableString(),
    field: Type.String(),
    isRemark: Type.Boolean({ description: 'It is the remark that was written twice' }),
    revision: Type.Integer({ description: 'Of the answer that counts' }),
    other: Type.Object({
      value: Type.Unknown(),
      revision: Type.Integer(),
      userName: Type.String({ description: 'Who gave it' }),
      device: NullableString('Where it was given'),
    }),
  },
  { title: 'AnswerConflict' },
);

/** What is known of one thing that is inspected, or of the inspection as a whole when it is about no items. */
const answersOfOne = {
  answers: Type.Unsafe<Record<string, unknown>>({
    ...AnswerSet,
    description: 'The result: answers to the fields that are relevant, and the values of calculated ones',
  }),
  setAside: Type.Unsafe<Record<string, unknown>>({
    ...AnswerSet,
    description: 'Answers that are kept, though their fields are not relevant (any more)',
  }),
  remarks: RemarkSet,
  failures: Type.Array(Type.String(), { description: 'Paths of the fields whose answers failed' }),
  missing: Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
    description: 'What keeps the inspection from being completed; empty once it is',
  }),
};

/** What a reviewer says of one field. */
export const FieldComment = Type.Object(
  {
    field: Type.String({ minLength: 1, maxLength: limits.name, description: "The field's name" }),
    itemId: Type.Optional(Uuid('The item, in an inspection of items')),
    comment: Type.String({ minLength: 1, maxLength: limits.remark }),
  },
  { additionalProperties: false },
);

/** A reviewer gave a completed inspection back. */
const InspectionReturned = Type.Object(
  {
    completion: Type.Integer({ description: 'Which completion was given back' }),
    comment: NullableString(),
    fields: Type.Array(FieldComment),
    returnedAt: Type.String(),
    userName: Type.String(),
  },
  { title: 'InspectionReturned' },
);

/** The task that a failed answer asked for. */
const FollowUpMade = Type.Object(
  {
    itemId: NullableString(),
    field: Type.String(),
    taskId: NullableUuid('Absent when it could not be made'),
    externalId: NullableString("The task's external id"),
    obstacle: NullableString('Why there is no task, such as a team that is not active'),
  },
  { title: 'FollowUpMade' },
);

/** An inspection with everything that was answered. One answer set, or one for each inspected item. */
export const Inspection = Type.Object(
  {
    id: Uuid('Identifier of the inspection'),
    taskId: NullableUuid('The task that asked for it'),
    externalId: NullableString("The task's external id"),
    title: Type.String({ description: "The task's title; the workbook's without a task" }),
    state: TaskState,
    workbookId: Uuid('Identifier of the workbook version'),
    definitionId: Uuid('Identifier of the workbook'),
    workbookTitle: Type.String(),
    workbookVersion: Type.String(),
    teamId: Uuid('Identifier of the team'),
    teamTitle: Type.String(),
    timeZone: Type.String({ description: 'IANA name of the time zone in which the team works' }),
    language: Type.String({ description: 'Language of the team' }),
    userId: Type.Integer(),
    userName: Type.String(),
    startedAt: Type.String(),
    endedAt: NullableString(),
    canceledAt: NullableString(
      'When its task was cancelled; or when it was begun too late, and so is cancelled from its beginning',
    ),
    lateFrom: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Answers of this revision and later came after it was completed, or its task cancelled: a late result. They are kept, and count once a reviewer returns the inspection; of a cancelled one they stay what they are',
    }),
    completion: Type.Integer({ description: 'How often it was completed' }),
    approvedAt: NullableString(),
    approvedBy: NullableString('User name of the reviewer'),
    revision: Type.Integer({ description: 'Rises with every answer that is kept' }),
    ...answersOfOne,
    items: Type.Array(
      Type.Object({
        itemId: Uuid('Identifier of the item'),
        externalId: Type.String(),
        title: Type.String(),
        ...answersOfOne,
      }),
    ),
    conflicts: Type.Array(AnswerConflict),
    returns: Type.Array(InspectionReturned, { description: 'The latest first' }),
    followUps: Type.Array(FollowUpMade),
    followsUp: Type.Union(
      [
        Type.Object({ inspectionId: Uuid('The inspection that asked for this one'), field: Type.String() }),
        Type.Null(),
      ],
      { description: 'The failed answer that its task follows up' },
    ),
    uploads: Type.Array(ArrivedUpload, {
      description: 'Pictures, signatures and files that have arrived, whether answers name them or not',
    }),
    prefill: PrefillReport,
  },
  { title: 'Inspection' },
);
export type Inspection = Static<typeof Inspection>;

/**
 * Answers and remarks to some fields. `baseRevision` is the revision the inspector saw: without it nothing conflicts. A
 * device knows its own answers, so one that says which it is may send several that were given before it saw others.
 */
export const AnswersPatch = Type.Object(
  {
    itemId: Type.Optional(Uuid('The item these answers are about')),
    answers: Type.Optional(AnswerSet),
    remarks: Type.Optional(
      Type.Record(Type.String(), Type.Union([Remark, Type.Null()]), {
        description: 'Remarks by the name of their field; null takes one back',
      }),
    ),
    baseRevision: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The latest revision that was seen when this was answered; not one that only a reply told',
      }),
    ),
    device: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.name,
        description:
          'Which device, by a name of its own among those of its user: it does not contradict itself',
      }),
    ),
    givenAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When it was answered, if that was earlier than now' }),
    ),
  },
  { title: 'AnswersPatch', additionalProperties: false, examples: [{ answers: { Height: 3.2 } }] },
);
export type AnswersPatch = Static<typeof AnswersPatch>;

export const AnswersKept = Type.Object(
  {
    revision: Type.Integer(),
    conflicts: Type.Array(AnswerConflict, {
      description: 'Of the item that was answered; of the inspection, when it is about none',
    }),
  },
  { title: 'AnswersKept' },
);

/** Gives a completed inspection back to its inspector. */
export const ReturnDraft = Type.Object(
  {
    comment: Type.Optional(Type.String({ minLength: 1, maxLength: limits.remark })),
    fields: Type.Optional(Type.Array(FieldComment, { maxItems: limits.returnedFields })),
  },
  {
    title: 'ReturnDraft',
    additionalProperties: false,
    examples: [{ comment: 'Nearly there', fields: [{ field: 'Height', comment: 'In metres, please' }] }],
  },
);
export type ReturnDraft = Static<typeof ReturnDraft>;

const Completion = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$', description, examples: ['1'] }));

/** What a reviewer has looked at. */
export const ReviewQuery = Type.Object(
  {
    completion: Completion('The completion that was looked at: refused when there is a later one'),
  },
  { additionalProperties: false },
);
export type ReviewQuery = Static<typeof ReviewQuery>;

/** Which two completions of an inspection are compared. */
export const ComparisonQuery = Type.Object(
  {
    from: Completion('A completion; by default the one before `to`'),
    to: Completion('A completion; by default the latest of a completed inspection, else what stands now'),
  },
  { additionalProperties: false },
);
export type ComparisonQuery = Static<typeof ComparisonQuery>;

/** What changed between two completions, answer by answer. */
export const InspectionComparison = Type.Object(
  {
    from: Type.Integer(),
    to: Type.Union([Type.Integer(), Type.Null()], { description: 'Absent: what stands now' }),
    changes: Type.Array(
      Type.Object({
        itemId: NullableString(),
        field: Type.String({ description: 'A path such as `Spans[1].Length`' }),
        before: Type.Unknown({ description: 'null: there was no answer' }),
        after: Type.Unknown({ description: 'null: there is no answer' }),
      }),
    ),
  },
  { title: 'InspectionComparison' },
);
export type InspectionComparison = Static<typeof InspectionComparison>;
