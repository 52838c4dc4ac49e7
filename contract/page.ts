import { Type } from 'typebox';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { Query } from './query.ts';

export const PageLimit = (defaultLimit: number) =>
  Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9]\\d|[1-4]\\d\\d|500)$',
      description: `A whole number from 1 to 500; default: ${defaultLimit}`,
    }),
  );

export const pageFields = {
  after: Type.Optional(
    Type.String({
      pattern: '^[\\w-]{1,1600}$',
      description: 'The `next` of the previous page; absent for the first page',
    }),
  ),
  limit: PageLimit(limits.page),
};

export const PageQuery = Query(pageFields);

export const NextPage = Nullable(
  Type.String(),
  'Send it as `after` to get the next page; null on the last page',
);

/** Excludes U+0000, which PostgreSQL cannot store. */
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

export const Flag = (description: string) => Type.Optional(Type.Enum(['true', 'false'], { description }));

/** A date and time, parsed and validated by service/http/instant.ts. */
export const InstantFilter = (rows: string, example: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      description: `Returns ${rows} this time, as ISO 8601 with time zone`,
      examples: [example],
    }),
  );
