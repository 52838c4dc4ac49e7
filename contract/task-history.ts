import { type Static, type TProperties, Type } from 'typebox';
import { FieldComment } from './inspection.ts';
import { NextPage } from './page.ts';

const Uuid = (description: string) => Type.String({ format: 'uuid', description });
const NullableUuid = (description: string) => Type.Union([Uuid(description), Type.Null()]);
const NullableString = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const NullableInteger = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

const Item = Type.Union(
  [
    Type.Object({
      itemId: Uuid('Identifier of the item'),
      externalId: Type.String(),
      title: Type.String(),
    }),
    Type.Null(),
  ],
  { description: 'The item it is about; null in an inspection without items' },
);

/** One kind of entry: what all of them have, and details of its own. */
const Entry = <Kind extends string, Details extends TProperties>(
  kind: Kind,
  description: string,
  details: Details,
) =>
  Type.Object(
    {
      at: Type.String({ description: 'When, UTC. Entries stand in this order' }),
      kind: Type.Literal(kind),
      userName: NullableString('Who did it; null when it is not known'),
      inspectionId: NullableUuid('The inspection it belongs to; null: it is about the task alone'),
      details: Type.Object(details),
      summary: Type.String({ description: 'The same in a sentence, in English' }),
    },
    { title: `TaskHistory${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, description },
  );

/** Answers, or remarks, of one person on one device with no more than a quarter of an hour between two of them. */
const sitting = {
  fields: Type.Array(Type.String(), { description: 'Names of the fields, in the order of their answers' }),
  count: Type.Integer({ description: 'Fields, counted for each item' }),
  items: Type.Integer({ description: 'How many items they are about; 0 in an inspection without items' }),
  firstRevision: Type.Integer(),
  lastRevision: Type.Integer(),
  until: Type.String({ description: 'When the last of them arrived; `at` is the first' }),
  device: NullableString('The device, as it calls itself'),
  givenAt: NullableString('When the first was given, if the device told that it was earlier'),
  isLate: Type.Boolean({
    description: 'They came after the inspection was completed, or the task cancelled: a late result',
  }),
};

const Change = Type.Object(
  {
    member: Type.String({
      description: "A member of the task as in a draft, such as `teamName`, or a custom property's name",
    }),
    before: Type.Unknown({ description: 'As people read it: a title, a user name …; null: it was absent' }),
    after: Type.Unknown({ description: 'null: it is absent' }),
  },
  { title: 'TaskChange', examples: [{ member: 'teamName', before: 'Bridges', after: 'Locks' }] },
);

/** Something that happened to a task, or in one of its inspections. */
export const TaskHistoryEntry = Type.Union(
  [
    Entry('created', 'The task was made', {
      followsUp: Type.Union(
        [
          Type.Object({
            inspectionId: Uuid('The inspection that asked for it'),
            taskId: NullableUuid("That inspection's task"),
            externalId: NullableString("That task's external id"),
            field: Type.String(),
          }),
          Type.Null(),
        ],
        { description: 'The failed answer that the task follows up' },
      ),
    }),
    Entry('edited', 'Something of the task became another', { changes: Type.Array(Change) }),
    Entry('deleted', 'The task was deleted', {}),
    Entry('started', 'An inspection of the task began', {
      prefilled: Type.Integer({ description: 'Answers that were known beforehand' }),
      isLate: Type.Boolean({
        description:
          'On a device, when the task could no longer be started: all that it says is a late result',
      }),
    }),
    Entry('answered', 'Fields were answered', sitting),
    Entry('conflicted', 'Somebody answered without knowing the answer before, and says something else', {
      field: Type.String(),
      item: Item,
      isRemark: Type.Boolean({ description: 'It is the remark that was written twice' }),
      revision: Type.Integer(),
      device: NullableString('Where it was given'),
      other: Type.Object({
        revision: Type.Integer(),
        userName: Type.String(),
        device: NullableString('Where it was given'),
      }),
    }),
    Entry('remarked', 'Fields were remarked on', sitting),
    Entry('uploaded', 'Pictures, signatures or files of an inspection arrived', {
      fields: Type.Array(Type.String(), {
        description: 'Names of their fields, in the order of their arrival',
      }),
      count: Type.Integer({ description: 'How many arrived' }),
      items: Type.Integer({ description: 'How many items they are about; 0 in an inspection without items' }),
      until: Type.String({ description: 'When the last of them arrived; `at` is the first' }),
      isLate: Type.Boolean({
        description: 'They came after the inspection was completed, or the task cancelled: a late result',
      }),
    }),
    Entry('completed', 'The inspector was done', {
      completion: Type.Integer({ description: 'How often, with this time' }),
      revision: Type.Integer({ description: 'Up to which the answers counted' }),
    }),
    Entry('followedUp', 'A failed answer asked for a task', {
      field: Type.String(),
      item: Item,
      taskId: NullableUuid('null: it could not be made'),
      externalId: NullableString("The task's external id"),
      obstacle: NullableString('Why there is no task'),
    }),
    Entry('returned', 'A reviewer gave the inspection back', {
      completion: Type.Integer({ description: 'Which completion was given back' }),
      comment: NullableString('Shown to the inspector and to who may see the inspection'),
      fields: Type.Array(FieldComment, { description: 'Shown to the same' }),
    }),
    Entry('approved', 'A reviewer was content', {}),
    Entry('canceled', 'The task was cancelled', {
      revision: NullableInteger('Of the inspection at that moment; later answers are late'),
    }),
    Entry('restarted', 'The task was put back to work; `inspectionId` is the inspection it left behind', {}),
  ],
  { title: 'TaskHistoryEntry' },
);
export type TaskHistoryEntry = Static<typeof TaskHistoryEntry>;

/** What happened to a task, the oldest first. */
export const TaskHistoryPage = Type.Object(
  {
    entries: Type.Array(TaskHistoryEntry, {
      description: 'A page ends early, below `limit`, when it has become large',
    }),
    next: NextPage,
  },
  { title: 'TaskHistoryPage' },
);
