import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { NextPage, pageMembers } from './page.ts';

const NullableString = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** Which of what was said is listed. */
export const RevisionsQuery = Type.Object(
  {
    ...pageMembers,
    field: Type.Optional(
      Type.String({
        pattern: `^[^\\u0000]{1,${limits.name}}$`,
        description: `the name of a field, up to ${limits.name} characters: what was said of it alone`,
      }),
    ),
    itemId: Type.Optional(
      Type.String({ format: 'uuid', description: 'What was said of one item, in an inspection of items' }),
    ),
  },
  { additionalProperties: false },
);
export type RevisionsQuery = Static<typeof RevisionsQuery>;

/** An answer or a remark as it was given, whether it still counts or not (product, Inspections). */
export const InspectionRevision = Type.Object(
  {
    revision: Type.Integer({ description: 'Counts what was said in the inspection, from 1' }),
    itemId: NullableString('The item it is about'),
    field: Type.String(),
    isRemark: Type.Boolean({ description: 'It is what was said beside the answer' }),
    value: Type.Unknown({ description: 'The answer or remark; null: it was taken back' }),
    baseRevision: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The revision that who gave it had seen; null: whatever there was',
    }),
    isPrefilled: Type.Boolean({ description: 'Nobody said it: it was known when the inspection began' }),
    isLate: Type.Boolean({
      description: 'It came after the inspection was completed, or its task cancelled: a late result',
    }),
    userName: Type.String({ description: 'Who gave it; who began the inspection, when it was known then' }),
    device: NullableString('Where it was given, as the device calls itself'),
    givenAt: NullableString('When it was given, if the device told that it was earlier'),
    arrivedAt: Type.String({ description: 'When it was kept' }),
  },
  {
    title: 'InspectionRevision',
    examples: [
      {
        revision: 2,
        itemId: null,
        field: 'Height',
        isRemark: false,
        value: 3.2,
        baseRevision: 1,
        isPrefilled: false,
        isLate: false,
        userName: 'anna',
        device: 'phone',
        givenAt: '2026-03-01T08:10:00.000Z',
        arrivedAt: '2026-03-01T08:15:00.000Z',
      },
    ],
  },
);

export type InspectionRevision = Static<typeof InspectionRevision>;

/** What was said in an inspection, in the order in which it was kept. */
export const InspectionRevisionPage = Type.Object(
  {
    revisions: Type.Array(InspectionRevision, {
      description: 'A page ends early, below `limit`, when it has become large',
    }),
    next: NextPage,
  },
  { title: 'InspectionRevisionPage' },
);
export type InspectionRevisionPage = Static<typeof InspectionRevisionPage>;
