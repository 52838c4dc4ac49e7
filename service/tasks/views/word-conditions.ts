import { type RawBuilder, sql } from 'kysely';
import { hasItemWord, matchesWord } from '#service/items/item-text.ts';

// Must match the expression in the index. External IDs have another collation, in which `lower` changes only ASCII
// letters.
const TASK_TEXT = sql.raw(
  `lower((task.external_id || ' ' || task.title || ' ' || coalesce(task.description, '')) collate "default")`,
);

export const isTaskMatch = (word: string): RawBuilder<unknown> => matchesWord(TASK_TEXT, word);

export const isItemMatch = (tenantId: number, word: string): RawBuilder<unknown> => sql`exists (
  select from task_item
  join item on item.tenant_id = ${tenantId} and item.item_id = task_item.item_id
  where task_item.tenant_id = ${tenantId} and task_item.task_id = task.task_id
    and ${hasItemWord(word)})`;

export const hasWord = (tenantId: number, word: string): RawBuilder<unknown> =>
  sql`(${isTaskMatch(word)} or ${isItemMatch(tenantId, word)})`;
