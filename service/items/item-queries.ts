import { CompiledQuery } from 'kysely';
import type { Item } from '#contract/item.ts';
import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { findRow, type Statement, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { buildContainsPattern } from '#service/http/search-words.ts';
import type { Box } from './box.ts';
import { itemNotFound } from './item-problems.ts';

export const ITEM_COLUMNS = `
  item.item_id as id, item.content_type_id as "contentTypeId", item.external_id as "externalId", item.title, item.address,
  case when item.latitude is not null
       then json_build_object('latitude', item.latitude, 'longitude', item.longitude) end as location,
  item.attributes, item.archived_at is not null as "isArchived", item.revision`;

type ItemKey = { tenantId: number; contentTypeId: string; itemId: string };

const SELECT_ITEM = `
  select ${ITEM_COLUMNS} from item where tenant_id = $1 and content_type_id = $2 and item_id = $3`;

/** Columns that PostgreSQL reports without an exact type. */
export type ItemJson = Pick<Item, 'location' | 'attributes' | 'isArchived'>;

const READ_ITEM = statement('read-item')`${SELECT_ITEM}`.narrow<ItemJson>();
const LOCK_ITEM = statement('lock-item')`${SELECT_ITEM} for update`.narrow<ItemJson>();

/** Includes archived items. Throws if the item does not exist. */
export const readItem = async (
  db: Database,
  { tenantId, contentTypeId, itemId }: ItemKey,
  select: Statement<Item> = READ_ITEM,
): Promise<Item> => {
  const isValid = isUuid(contentTypeId) && isUuid(itemId);
  const row = isValid ? await findRow(db, select, [tenantId, contentTypeId, itemId]) : undefined;
  if (!row) throw itemNotFound(itemId);
  return row;
};

export const lockItem = (db: Database, key: ItemKey): Promise<Item> => readItem(db, key, LOCK_ITEM);

export type ItemFilter = {
  externalId: string | undefined;
  words: readonly string[];
  box: Box | undefined;
  isArchived: boolean;
};

/**
 * Lists items by external ID. If no item matches, PostgreSQL scans the entire content type, which takes 0.1 s for
 * 100,000 items, plus 0.05 s for each additional word.
 */
export const listItems = (
  { adHocQueries }: DatabaseHandle,
  { tenantId, contentTypeId }: { tenantId: number; contentTypeId: string },
  { externalId, words, box, isArchived }: ItemFilter,
  { after, max }: { after: string; max: number },
  signal: AbortSignal,
): Promise<Item[]> => {
  const values: unknown[] = [tenantId, contentTypeId, after, max];
  const conditions = [`archived_at is ${isArchived ? 'not null' : 'null'}`];
  if (externalId !== undefined) conditions.push(`external_id = $${values.push(externalId)}`);
  if (words.length > 0) {
    values.push(words.map(buildContainsPattern));
    conditions.push(
      `lower(external_id || ' ' || title || ' ' || coalesce(address, '')) like all (
         select lower(word) from unnest($${values.length}::text[]) as word)`,
    );
  }
  if (box) {
    const first = values.push(box.west, box.south, box.east, box.north) - 3;
    const operator = box.west <= box.east ? 'and' : 'or';
    conditions.push(
      `latitude between $${first + 1} and $${first + 3}
       and (longitude >= $${first} ${operator} longitude <= $${first + 2})`,
    );
  }
  const rows = CompiledQuery.raw(
    `select ${ITEM_COLUMNS} from item
     where tenant_id = $1 and content_type_id = $2 and external_id > $3 and ${conditions.join(' and ')}
     order by external_id limit $4`,
    values,
  );
  return adHocQueries.fetchSmall<Item>(rows, signal);
};
