import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

const NullableString = Type.Union([Type.String(), Type.Null()]);

/** The state of one task or inspection at its latest change (contract, Change entry; decisions C8 to C11). */
export const Change = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    inspectionId: NullableString,
    externalId: Type.String(),
    title: Type.String(),
    workbookId: Type.String({ format: 'uuid' }),
    workbookTitle: Type.String(),
    workbookVersionCode: Type.Integer(),
    assignedUserId: Type.Union([Type.Integer(), Type.Null()]),
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
    hasTask: Type.Boolean({ description: 'false: an inspection that was started without a task' }),
    lastModificationTime: Type.String(),
    inspectedItems: Type.Union([Type.Array(Type.String()), Type.Null()]),
    isDeleted: Type.Boolean(),
  },
  { title: 'Change' },
);

export type Change = Static<typeof Change>;

/** What is left of a row that moved out of the reader's teams: nothing but its identity (decision C13). */
export const LeftChange = Type.Object(
  {
    ...Object.fromEntries(Object.keys(Change.properties).map((name) => [name, Type.Null()])),
    id: Change.properties.id,
    externalId: Change.properties.externalId,
    hasTask: Change.properties.hasTask,
    isDeleted: Type.Literal(true),
  },
  { title: 'LeftChange', description: "A row that moved out of the reader's teams" },
);

/** contract, Change feed page */
export const ChangePage = Type.Object(
  {
    results: Type.Array(Type.Union([Change, LeftChange]), { maxItems: limits.changePage }),
    nextChangeToken: Type.String({ description: 'Pass it as changeToken to go on from here' }),
    nextLink: Type.String({ description: 'Full address of the next page' }),
  },
  { title: 'ChangePage' },
);

/** contract, GetChanges; `wait` is additive (decision C12). */
export const ChangeQuery = Type.Object({
  changeToken: Type.Optional(Type.String({ description: 'Where to go on; absent: from the first change' })),
  wait: Type.Optional(
    Type.String({
      pattern: '^\\d{1,9}$',
      description: `a whole number of seconds to wait for news when there is none, 0 to ${limits.changeWait}`,
    }),
  ),
});
export type ChangeQuery = Static<typeof ChangeQuery>;
