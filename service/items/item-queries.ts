import { sql } from 'kysely';
import type { Item } from '#contract/item.ts';
import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { findRow, type Statement, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { type Box, createBoxCondition } from './box.ts';
import { itemNotFound } from './item-problems.ts';
import { hasItemWord } from './item-text.ts';

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

/** Lists items by external ID. */
export const listItems = (
  { db, adHocQueries }: DatabaseHandle,
  { tenantId, contentTypeId }: { tenantId: number; contentTypeId: string },
  { externalId, words, box, isArchived }: ItemFilter,
  { after, max }: { after: string; max: number },
  signal: AbortSignal,
): Promise<Item[]> => {
  const conditions = [
    sql.raw(`item.archived_at is ${isArchived ? 'not null' : 'null'}`),
    ...words.map(hasItemWord),
  ];
  if (externalId !== undefined) conditions.push(sql`item.external_id = ${externalId}`);
  if (box) conditions.push(createBoxCondition(box));
  const rows = sql<Item>`
    select ${sql.raw(ITEM_COLUMNS)} from item
    where item.tenant_id = ${tenantId} and item.content_type_id = ${contentTypeId} and item.external_id > ${after}
      and ${sql.join(conditions, sql` and `)}
    order by item.external_id limit ${max}`.compile(db);
  return adHocQueries.fetchSmall<Item>(rows, signal);
};
