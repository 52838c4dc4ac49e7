import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { Query } from './query.ts';
import { TaskState } from './task.ts';
import { ReceivedUpload } from './upload.ts';
import { OptionalUuid, Uuid } from './uuid.ts';

const NullableUuid = (description: string) => Nullable(Uuid(description));
const NullableString = (description?: string) => Nullable(Type.String(), description);

export const IdParameter = Type.Object({ id: Type.String() });
export type IdParameter = Static<typeof IdParameter>;

/** By field name; null clears an answer. */
const AnswerSet = Type.Record(Type.String(), Type.Unknown(), { title: 'Answers' });

export const AnswerComment = Type.Object(
  {
    text: Type.Optional(Type.String({ minLength: 1, maxLength: limits.comment })),
    pictures: Type.Optional(
      Type.Array(Uuid('ID of an upload'), { minItems: 1, maxItems: limits.commentPictures }),
    ),
  },
  { title: 'AnswerComment', additionalProperties: false, minProperties: 1 },
);
export type AnswerComment = Static<typeof AnswerComment>;

/** By field name. */
const AnswerCommentSet = Type.Record(Type.String(), AnswerComment, { title: 'AnswerComments' });

/** See product, Prefill. */
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

/** The current answer, and one entered by someone who had not seen it. */
const AnswerConflict = Type.Object(
  {
    itemId: NullableString(),
    field: Type.String(),
    isComment: Type.Boolean({
      description: 'Whether the conflict is about the comment rather than the answer',
    }),
    revision: Type.Integer({ description: 'Revision of the current answer' }),
    other: Type.Object({
      value: Type.Unknown(),
      revision: Type.Integer(),
      userName: Type.String({ description: 'User name of the person who answered' }),
      device: NullableString('Name of the device'),
    }),
  },
  { title: 'AnswerConflict' },
);

/** Answers for one inspected item, or for the whole inspection if it has no items. */
const answerFields = {
  answers: Type.Unsafe<Record<string, unknown>>({
    ...AnswerSet,
    description: 'The result: answers to relevant fields and values of calculated fields',
  }),
  irrelevantAnswers: Type.Unsafe<Record<string, unknown>>({
    ...AnswerSet,
    description:
      'Answers to fields that are not currently relevant. They are stored but are not part of the result',
  }),
  comments: AnswerCommentSet,
  failures: Type.Array(Type.String(), { description: 'Paths of the fields whose answers failed' }),
  missing: Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
    description: 'Problems that prevent completion; empty once the inspection is completed',
  }),
};

export const FieldComment = Type.Object(
  {
    field: Type.String({ minLength: 1, maxLength: limits.name, description: 'Name of the field' }),
    itemId: OptionalUuid('ID of the inspected item; absent in an inspection without items'),
    comment: Type.String({ minLength: 1, maxLength: limits.comment }),
  },
  { additionalProperties: false },
);

const InspectionReturned = Type.Object(
  {
    completion: Type.Integer({ description: 'Number of the completion that was returned' }),
    comment: NullableString(),
    fields: Type.Array(FieldComment),
    returnedAt: Type.String(),
    userName: Type.String(),
  },
  { title: 'InspectionReturned' },
);

const FollowUpTask = Type.Object(
  {
    itemId: NullableString(),
    field: Type.String(),
    taskId: NullableUuid('ID of the task; null if it could not be created'),
    externalId: NullableString('External ID of the task'),
    error: NullableString('Why no task was created, such as an inactive team; null if a task was created'),
  },
  { title: 'FollowUpTask' },
);

export const Inspection = Type.Object(
  {
    id: Uuid('ID of the inspection'),
    taskId: NullableUuid('ID of the task; null for an inspection without a task'),
    externalId: NullableString('External ID of the task'),
    title: Type.String({ description: 'Title of the task, or of the workbook if there is no task' }),
    state: TaskState,
    workbookId: Uuid('ID of the workbook version'),
    definitionId: Uuid('ID of the workbook'),
    workbookTitle: Type.String(),
    workbookVersion: Type.String(),
    teamId: Uuid('ID of the team'),
    teamTitle: Type.String(),
    timeZone: Type.String({ description: 'IANA time zone of the team' }),
    language: Type.String({ description: 'Language of the team' }),
    userId: Type.Integer(),
    userName: Type.String(),
    startedAt: Type.String(),
    endedAt: NullableString(),
    canceledAt: NullableString(
      'When the task was cancelled, or when a late inspection was received (it is cancelled from the start); null otherwise',
    ),
    lateFromRevision: Nullable(
      Type.Integer(),
      'First revision of the late result: the changes that arrived after the inspection was completed, or after its task was cancelled, deleted, reassigned or given another workbook; null if there is none. They become part of the inspection if a reviewer returns it, but never part of a cancelled inspection',
    ),
    completion: Type.Integer({ description: 'Number of times the inspection was completed' }),
    approvedAt: NullableString(),
    approvedBy: NullableString('User name of the reviewer'),
    revision: Type.Integer({ description: 'Increases with every stored answer or comment' }),
    ...answerFields,
    items: Type.Array(
      Type.Object({
        itemId: Uuid('ID of the item'),
        externalId: Type.String(),
        title: Type.String(),
        ...answerFields,
      }),
    ),
    conflicts: Type.Array(AnswerConflict),
    returns: Type.Array(InspectionReturned, {
      description: `The latest returns of the inspection, latest first: up to ${limits.returnsPerInspection}, until their comments reach ${limits.returnBytes} bytes. The task's history contains all returns`,
    }),
    omittedReturns: Type.Integer({ description: 'Number of earlier returns not included in `returns`' }),
    followUps: Type.Array(FollowUpTask),
    followUpOf: Nullable(
      Type.Object({
        inspectionId: Uuid('ID of the inspection with the failed answer'),
        field: Type.String(),
      }),
      'The failed answer for which the task was created; null if it is not a follow-up task',
    ),
    uploads: Type.Array(ReceivedUpload, {
      description: 'Uploaded pictures, signatures and files, including those that no answer refers to',
    }),
    prefill: PrefillReport,
  },
  { title: 'Inspection' },
);
export type Inspection = Static<typeof Inspection>;

/** Without `baseRevision`, conflict detection is skipped. */
export const AnswersPatch = Type.Object(
  {
    itemId: OptionalUuid('ID of the inspected item; absent in an inspection without items'),
    answers: Type.Optional(AnswerSet),
    comments: Type.Optional(
      Type.Record(Type.String(), Nullable(AnswerComment), {
        description: 'Comments by field name; null deletes a comment',
      }),
    ),
    baseRevision: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          "Latest revision whose answers the user had seen when answering. The `revision` in the response to an earlier answer does not count, because that response does not contain other people's answers",
      }),
    ),
    device: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.name,
        description:
          "Name of the device, unique among the user's devices. Answers from the same device never conflict with each other",
      }),
    ),
    givenAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the user entered the answers, if earlier than the request',
      }),
    ),
  },
  { title: 'AnswersPatch', additionalProperties: false, examples: [{ answers: { Height: 3.2 } }] },
);
export type AnswersPatch = Static<typeof AnswersPatch>;

export const SavedAnswers = Type.Object(
  {
    revision: Type.Integer(),
    conflicts: Type.Array(AnswerConflict, {
      description: 'Conflicts for the item in the request, or for the inspection if it has no items',
    }),
  },
  { title: 'SavedAnswers' },
);
export type SavedAnswers = Static<typeof SavedAnswers>;

export const ReturnRequest = Type.Object(
  {
    comment: Type.Optional(Type.String({ minLength: 1, maxLength: limits.comment })),
    fields: Type.Optional(Type.Array(FieldComment, { maxItems: limits.fieldsPerReturn })),
  },
  {
    title: 'ReturnRequest',
    additionalProperties: false,
    examples: [{ comment: 'Nearly there', fields: [{ field: 'Height', comment: 'In metres, please' }] }],
  },
);
export type ReturnRequest = Static<typeof ReturnRequest>;

const Completion = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$', description, examples: ['1'] }));

export const ReviewQuery = Query({
  completion: Completion(
    'Number of the completion that was reviewed; the request is rejected if there is a later one',
  ),
});
export type ReviewQuery = Static<typeof ReviewQuery>;

export const ComparisonQuery = Query({
  from: Completion('Number of a completion; default: the one before `to`'),
  to: Completion(
    'Number of a completion; default: the latest if the inspection is completed, otherwise the current answers',
  ),
});
export type ComparisonQuery = Static<typeof ComparisonQuery>;

export const InspectionComparison = Type.Object(
  {
    from: Type.Integer(),
    to: Nullable(Type.Integer(), 'Number of the completion; null for the current answers'),
    changes: Type.Array(
      Type.Object({
        itemId: NullableString(),
        field: Type.String({ description: 'Path of the field, such as `Spans[1].Length`' }),
        before: Type.Unknown({ description: 'Null if there was no answer' }),
        after: Type.Unknown({ description: 'Null if there is no answer' }),
      }),
    ),
  },
  { title: 'InspectionComparison' },
);
export type InspectionComparison = Static<typeof InspectionComparison>;
