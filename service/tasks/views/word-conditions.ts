import { type RawBuilder, sql } from 'kysely';
import { buildContainsPattern, buildWordStartPattern, isShortWord } from '#service/http/search-words.ts';

// These must match the expressions in the indexes. External IDs of tasks have another collation, in which `lower` changes
// only ASCII letters.
const TASK_TEXT = sql.raw(
  `lower((task.external_id || ' ' || task.title || ' ' || coalesce(task.description, '')) collate "default")`,
);
const ITEM_TEXT = sql.raw(
  `lower(item.external_id || ' ' || item.title || ' ' || coalesce(item.address, ''))`,
);

const matchesWord = (text: RawBuilder<unknown>, word: string): RawBuilder<unknown> =>
  isShortWord(word)
    ? sql`(${text} ~ lower(${buildWordStartPattern(word)}))`
    : sql`(${text} like lower(${buildContainsPattern(word)}))`;

export const isTaskMatch = (word: string): RawBuilder<unknown> => matchesWord(TASK_TEXT, word);

export const isItemMatch = (tenantId: number, word: string): RawBuilder<unknown> => sql`exists (
  select from task_item
  join item on item.tenant_id = ${tenantId} and item.item_id = task_item.item_id
  where task_item.tenant_id = ${tenantId} and task_item.task_id = task.task_id
    and ${matchesWord(ITEM_TEXT, word)})`;

export const hasWord = (tenantId: number, word: string): RawBuilder<unknown> =>
  sql`(${isTaskMatch(word)} or ${isItemMatch(tenantId, word)})`;
