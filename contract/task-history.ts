import { type Static, type TProperties, Type } from 'typebox';
import { FieldComment } from './inspection.ts';
import { Nullable } from './nullable.ts';
import { NextPage } from './page.ts';
import { Uuid } from './uuid.ts';

const NullableUuid = (description: string) => Nullable(Uuid(description));
const NullableString = (description: string) => Nullable(Type.String(), description);

const Item = Nullable(
  Type.Object({ itemId: Uuid('ID of the item'), externalId: Type.String(), title: Type.String() }),
  'The inspected item; null in an inspection without items',
);

const Entry = <Kind extends string, Details extends TProperties>(
  kind: Kind,
  description: string,
  details: Details,
) =>
  Type.Object(
    {
      occurredAt: Type.String({
        description: 'Time of the event, in UTC. It never decreases from one entry to the next',
      }),
      kind: Type.Literal(kind),
      userName: NullableString('User name of the person who caused the event; null if unknown'),
      inspectionId: NullableUuid('ID of the inspection; null if the entry is about the task only'),
      details: Type.Object(details),
      summary: Type.String({ description: 'The entry as a sentence, in the language of the request' }),
    },
    { title: `TaskHistory${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, description },
  );

const isLateResult = Type.Boolean({
  description:
    'Whether this is a late result, received after the inspection was completed, or after the task was cancelled, deleted, reassigned or given another workbook',
});

/** Answers or comments by one person on one device, each within 15 minutes of the previous one. */
const editingSession = {
  fields: Type.Array(Type.String(), {
    description: 'Names of the fields, in the order in which they were answered',
  }),
  count: Type.Integer({ description: 'Number of fields, counted per item' }),
  items: Type.Integer({ description: 'Number of items; 0 if the inspection has none' }),
  firstRevision: Type.Integer(),
  lastRevision: Type.Integer(),
  until: Type.String({ description: 'When the last change arrived; `occurredAt` is the time of the first' }),
  device: NullableString('Name of the device'),
  givenAt: NullableString(
    'When the first change was entered, if the device reported a time earlier than `occurredAt`',
  ),
  isLate: isLateResult,
};

const Change = Type.Object(
  {
    property: Type.String({
      description: 'Name of a property of the task, such as `teamName`, or of a custom property',
    }),
    before: Type.Unknown({
      description: 'The value as displayed, such as a title or user name; null if it was absent',
    }),
    after: Type.Unknown({ description: 'Null if it is now absent' }),
  },
  { title: 'TaskChange', examples: [{ property: 'teamName', before: 'Bridges', after: 'Locks' }] },
);

export const TaskHistoryEntry = Type.Union(
  [
    Entry('created', 'The task was created', {
      followUpOf: Nullable(
        Type.Object({
          inspectionId: Uuid('ID of the inspection with the failed answer'),
          taskId: NullableUuid('ID of the task of that inspection'),
          externalId: NullableString('External ID of that task'),
          field: Type.String(),
        }),
        'The failed answer for which the task was created; null if it is not a follow-up task',
      ),
    }),
    Entry('edited', 'The task was edited', { changes: Type.Array(Change) }),
    Entry('deleted', 'The task was deleted', {}),
    Entry('started', 'An inspection of the task was started', {
      prefilled: Type.Integer({ description: 'Number of fields prefilled from the task' }),
      isLate: Type.Boolean({
        description:
          'Whether the inspection was started on a device after the task could no longer be started. All its answers are then a late result',
      }),
    }),
    Entry('answered', 'Fields were answered', editingSession),
    Entry('conflicted', 'A user gave a different answer without knowing the previous one', {
      field: Type.String(),
      item: Item,
      isComment: Type.Boolean({
        description: 'Whether the conflict is about the comment rather than the answer',
      }),
      revision: Type.Integer(),
      device: NullableString('Name of the device'),
      other: Type.Object({
        revision: Type.Integer(),
        userName: Type.String(),
        device: NullableString('Name of the device'),
      }),
    }),
    Entry('commented', 'Comments were added to fields', editingSession),
    Entry('uploaded', 'Pictures, signatures or files of an inspection were uploaded', {
      fields: Type.Array(Type.String(), {
        description: 'Names of the fields, in the order in which the uploads were completed',
      }),
      count: Type.Integer({ description: 'Number of uploads' }),
      items: Type.Integer({ description: 'Number of items; 0 if the inspection has none' }),
      until: Type.String({
        description: 'When the last upload was completed; `occurredAt` is the time of the first',
      }),
      isLate: isLateResult,
    }),
    Entry('completed', 'The inspector completed the inspection', {
      completion: Type.Integer({ description: 'Number of the completion, from 1' }),
      revision: Type.Integer({ description: 'Latest revision that is part of this completion' }),
    }),
    Entry('followedUp', 'A failed answer required a follow-up task', {
      field: Type.String(),
      item: Item,
      taskId: NullableUuid('ID of the follow-up task; null if it could not be created'),
      externalId: NullableString('External ID of the follow-up task'),
      error: NullableString('Why no task was created; null if a task was created'),
    }),
    Entry('returned', 'A reviewer returned the inspection', {
      completion: Type.Integer({ description: 'Number of the completion that was returned' }),
      comment: NullableString("The reviewer's comment; null for users who cannot see the inspection"),
      fields: Type.Array(FieldComment, {
        description: 'Comments on fields; empty for users who cannot see the inspection',
      }),
    }),
    Entry('approved', 'A reviewer approved the inspection', {}),
    Entry('canceled', 'The task was cancelled', {
      revision: Nullable(
        Type.Integer(),
        'Revision of the inspection at that time. Later answers are a late result',
      ),
    }),
    Entry('restarted', 'The task was restarted; `inspectionId` is its previous inspection', {}),
  ],
  { title: 'TaskHistoryEntry' },
);
export type TaskHistoryEntry = Static<typeof TaskHistoryEntry>;

/** Oldest entry first. */
export const TaskHistoryPage = Type.Object(
  {
    entries: Type.Array(TaskHistoryEntry, {
      description: 'A large page may contain fewer entries than `limit`',
    }),
    next: NextPage,
  },
  { title: 'TaskHistoryPage' },
);
export type TaskHistoryPage = Static<typeof TaskHistoryPage>;
