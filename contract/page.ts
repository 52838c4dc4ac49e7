import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

/** What every list of /api/v1 is asked: where to go on, and how much to give. */
export const pageMembers = {
  after: Type.Optional(
    Type.String({
      pattern: '^[\\w-]{1,1600}$',
      description: 'the `next` of the page before; absent for the first page',
    }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9]\\d|[1-4]\\d\\d|500)$',
      description: `a whole number from 1 to 500, ${limits.page} when absent`,
    }),
  ),
};

export const PageQuery = Type.Object(pageMembers, { additionalProperties: false });
export type PageQuery = Static<typeof PageQuery>;

/** Where the next page begins; null after the last. */
export const NextPage = Type.Union([Type.String(), Type.Null()], {
  description: 'The `after` of the next page; null: there is none',
});

/** An externalId as it is written, letter case included. U+0000 is in no text that is kept. */
export const ExternalIdSought = (description: string) =>
  Type.String({ pattern: '^[^\\u0000]{1,256}$', description });

/** Words to look for. U+0000 is in no text that is kept. */
const Words = (where: string) =>
  Type.String({
    pattern: '^[^\\u0000]{1,256}$',
    description: `up to 256 characters. Every word must occur${where}, letter case ignored`,
  });

export const SearchText = Words('');
export const SearchTextIn = (where: string) => Words(` in ${where}`);
