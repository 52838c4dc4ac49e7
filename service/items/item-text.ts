import { type RawBuilder, sql } from 'kysely';
import { buildContainsPattern, buildWordStartPattern, isShortWord } from '#service/http/search-words.ts';

/** Must match the expression in `item_text_index`. */
const ITEM_TEXT = sql.raw(
  `lower(item.external_id || ' ' || item.title || ' ' || coalesce(item.address, ''))`,
);

/** `text` must match the expression in a trigram index. */
export const matchesWord = (text: RawBuilder<unknown>, word: string): RawBuilder<unknown> =>
  isShortWord(word)
    ? sql`(${text} ~ lower(${buildWordStartPattern(word)}))`
    : sql`(${text} like lower(${buildContainsPattern(word)}))`;

export const hasItemWord = (word: string): RawBuilder<unknown> => matchesWord(ITEM_TEXT, word);
