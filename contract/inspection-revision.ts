import { type Static, Type } from 'typebox';
import examples from './examples.json' with { type: 'json' };
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { NextPage, pageFields } from './page.ts';
import { Query } from './query.ts';
import { OptionalUuid } from './uuid.ts';

const NullableString = (description: string) => Nullable(Type.String(), description);

export const RevisionsQuery = Query({
  ...pageFields,
  field: Type.Optional(
    Type.String({
      pattern: `^[^\\u0000]{1,${limits.name}}$`,
      description: `The name of a field, at most ${limits.name} characters; returns only changes to this field`,
    }),
  ),
  itemId: OptionalUuid('ID of an inspected item; returns only changes for this item'),
});
export type RevisionsQuery = Static<typeof RevisionsQuery>;

/** A current or superseded change to an answer or comment (product, Inspections). */
export const InspectionRevision = Type.Object(
  {
    revision: Type.Integer({ description: 'Number of the change within the inspection, from 1' }),
    itemId: NullableString('ID of the inspected item; null in an inspection without items'),
    field: Type.String(),
    isComment: Type.Boolean({
      description: 'Whether the value is a comment on the field rather than an answer',
    }),
    value: Type.Unknown({ description: 'The answer or comment; null if it was cleared' }),
    baseRevision: Nullable(
      Type.Integer(),
      'Latest revision the user had seen; null if the client did not send it',
    ),
    isPrefilled: Type.Boolean({
      description: 'Whether the value was prefilled from the task when the inspection started',
    }),
    isLate: Type.Boolean({
      description:
        'Whether the change belongs to a late result, meaning that it was received after the inspection was completed, or after its task was cancelled, deleted, reassigned or given another workbook',
    }),
    userName: Type.String({
      description:
        'User name of the person who made the change or, for a prefilled answer, of the person who started the inspection',
    }),
    device: NullableString('Name of the device'),
    givenAt: NullableString(
      'When the answer was entered, if the device reported a time earlier than `receivedAt`',
    ),
    receivedAt: Type.String({ description: 'When the server stored the change' }),
  },
  { title: 'InspectionRevision', examples: [examples.InspectionRevision] },
);
export type InspectionRevision = Static<typeof InspectionRevision>;

/** In the order the changes were stored. */
export const InspectionRevisionPage = Type.Object(
  {
    revisions: Type.Array(InspectionRevision, {
      description: 'A large page may contain fewer entries than `limit`',
    }),
    next: NextPage,
  },
  { title: 'InspectionRevisionPage' },
);
export type InspectionRevisionPage = Static<typeof InspectionRevisionPage>;
