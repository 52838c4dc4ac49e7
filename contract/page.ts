import { Type } from 'typebox';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';

export const pageFields = {
  after: Type.Optional(
    Type.String({
      pattern: '^[\\w-]{1,1600}$',
      description: 'The `next` of the previous page; absent for the first page',
    }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9]\\d|[1-4]\\d\\d|500)$',
      description: `A whole number from 1 to 500; default: ${limits.page}`,
    }),
  ),
};

export const PageQuery = Type.Object(pageFields, { additionalProperties: false });

export const NextPage = Nullable(
  Type.String(),
  'Send it as `after` to get the next page; null on the last page',
);

/** A filter for one external ID, which is case-sensitive. It excludes U+0000, which PostgreSQL cannot store. */
export const ExternalIdFilter = (description: string) =>
  Type.String({ pattern: '^[^\\u0000]{1,256}$', description });

const SearchTerms = (effect: string) =>
  Type.String({
    pattern: '^[^\\u0000]{1,256}$',
    description: `Search text of at most 256 characters, case-insensitive. ${effect}`,
  });

export const SearchText = SearchTerms('Returns rows that contain every word');
export const SearchTextIn = (rows: string, properties: string) =>
  SearchTerms(`Returns ${rows} for which each word occurs in one of: ${properties}`);
