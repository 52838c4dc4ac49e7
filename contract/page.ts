import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

/** Query parameters of every list of /api/v1. */
export const pageMembers = {
  after: Type.Optional(
    Type.String({
      pattern: '^[\\w-]{1,1600}$',
      description: 'the `next` of the previous page; absent for the first page',
    }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9]\\d|[1-4]\\d\\d|500)$',
      description: `a whole number from 1 to 500, default: ${limits.page}`,
    }),
  ),
};

export const PageQuery = Type.Object(pageMembers, { additionalProperties: false });
export type PageQuery = Static<typeof PageQuery>;

/** Where the next page starts; null on the last page. */
export const NextPage = Type.Union([Type.String(), Type.Null()], {
  description: 'Pass it as `after` to get the next page; null on the last page',
});

/** An exact externalId, case-sensitive. U+0000 is excluded because no stored text contains it. */
export const ExternalIdFilter = (description: string) =>
  Type.String({ pattern: '^[^\\u0000]{1,256}$', description });

/** Search words. U+0000 is excluded because no stored text contains it. */
const Words = (where: string) =>
  Type.String({
    pattern: '^[^\\u0000]{1,256}$',
    description: `a string of at most 256 characters; finds objects that contain every word${where}, not case-sensitive`,
  });

export const SearchText = Words('');
export const SearchTextIn = (where: string) => Words(` in ${where}`);
