import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';

const NullableString = Nullable(Type.String());

/** See the contract, Change entry; decisions C8 to C11. */
export const Change = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    inspectionId: NullableString,
    externalId: Type.String(),
    title: Type.String(),
    workbookId: Type.String({ format: 'uuid' }),
    workbookTitle: Type.String(),
    workbookVersionCode: Type.Integer(),
    assignedUserId: Nullable(Type.Integer()),
    assignedUserName: NullableString,
    description: NullableString,
    startDate: NullableString,
    dueDate: NullableString,
    state: Type.Integer({
      minimum: 0,
      maximum: 4,
      description: 'New 0, Assigned 1, Active 2, Closed 3, Canceled 4',
    }),
    isSelfAssignable: Type.Boolean(),
    workAreaId: Type.String({ format: 'uuid' }),
    workAreaTitle: Type.String(),
    isPublished: Type.Boolean(),
    actualStart: NullableString,
    actualEnd: NullableString,
    sentDate: NullableString,
    hasTask: Type.Boolean({ description: 'False if an inspection has no task' }),
    lastModificationTime: Type.String(),
    inspectedItems: Nullable(Type.Array(Type.String())),
    isDeleted: Type.Boolean(),
  },
  { title: 'Change' },
);

export type Change = Static<typeof Change>;

/** See decision C13. */
const RemovedChange = Type.Object(
  {
    ...Object.fromEntries(Object.keys(Change.properties).map((name) => [name, Type.Null()])),
    id: Change.properties.id,
    externalId: Change.properties.externalId,
    hasTask: Change.properties.hasTask,
    isDeleted: Type.Literal(true),
  },
  {
    title: 'RemovedChange',
    description:
      "A task or inspection that is no longer in the reader's teams. Only `id`, `externalId`, `hasTask` and `isDeleted` have values",
  },
);

/** See the contract, Change feed page. */
export const ChangePage = Type.Object(
  {
    results: Type.Array(Type.Union([Change, RemovedChange]), { maxItems: limits.changePage }),
    nextChangeToken: Type.String({ description: 'Send it as `changeToken` to continue from here' }),
    nextLink: Type.String({ description: 'Absolute URL of the next page' }),
  },
  { title: 'ChangePage' },
);

/** See the contract, GetChanges; for `wait`, decision C12. */
export const ChangeQuery = Type.Object({
  changeToken: Type.Optional(
    Type.String({
      description:
        'The `nextChangeToken` of the previous page; if absent, the feed starts with the first change',
    }),
  ),
  wait: Type.Optional(
    Type.String({
      pattern: '^\\d{1,9}$',
      description: `A whole number of seconds, from 0 to ${limits.changeWait}; if there are no changes, the response is delayed for up to this time`,
    }),
  ),
});
export type ChangeQuery = Static<typeof ChangeQuery>;
