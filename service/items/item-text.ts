import { type RawBuilder, sql } from 'kysely';
import { buildContainsPattern, buildWordStartPattern, isShortWord } from '#service/http/search-words.ts';

/** Must match the expression in `item_text_index`. */
const ITEM_TEXT = sql.raw(
  `lower(item.external_id || ' ' || item.title || ' ' || coalesce(item.address, ''))`,
);

export const hasItemWord = (word: string): RawBuilder<unknown> =>
  isShortWord(word)
    ? sql`(${ITEM_TEXT} ~ lower(${buildWordStartPattern(word)}))`
    : sql`(${ITEM_TEXT} like lower(${buildContainsPattern(word)}))`;
