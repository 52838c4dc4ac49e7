import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { textCell, valueCell } from './cell-text.ts';
import { BYTE_ORDER_MARK, csvText } from './csv-text.ts';
import { tooManyAttributes } from './import-problems.ts';
import { attributeHeader, ITEM_COLUMNS_OF_FILE } from './item-columns.ts';
import { ITEM_COLUMNS, type ItemRow } from './item-queries.ts';

const ATTRIBUTE_NAMES = `
  select distinct name from item, jsonb_object_keys(attributes) as name
  where tenant_id = $1 and content_type_id = $2 and archived_at is null order by name limit $3`;

/** Attributes of which each has a column: a file with more columns would not be read. */
const MOST_ATTRIBUTES = limits.importColumns - ITEM_COLUMNS_OF_FILE.length;

/**
 * The items of a content type as CSV, piece by piece: the members of an item, and a column for each attribute that any of
 * them has. Brought in again it changes nothing.
 */
export const exportItems = async (
  { db, questions }: DatabaseHandle,
  { tenantId, contentTypeId }: { tenantId: number; contentTypeId: string },
  abort: AbortSignal,
): Promise<AsyncIterable<string>> => {
  const values = [tenantId, contentTypeId, MOST_ATTRIBUTES + 1];
  const found = await run<{ name: string }>(db, ATTRIBUTE_NAMES, values);
  if (found.length > MOST_ATTRIBUTES) throw tooManyAttributes(MOST_ATTRIBUTES);
  const attributes = found.map(({ name }) => name);
  const rows = sql<ItemRow>`
    select ${sql.raw(ITEM_COLUMNS)} from item
    where tenant_id = ${tenantId} and content_type_id = ${contentTypeId} and archived_at is null
    order by external_id`.compile(db);
  const list = await questions.list<ItemRow>({ rows, total: undefined, most: undefined }, abort);
  const known = new Set(attributes);
  const write = async function* () {
    yield BYTE_ORDER_MARK + csvText([[...ITEM_COLUMNS_OF_FILE, ...attributes.map(attributeHeader)]]);
    yield csvText(list.rows.map((row) => cellsOf(row, attributes, known)));
    for await (const batch of list.rest ?? [])
      yield csvText(batch.map((row) => cellsOf(row, attributes, known)));
  };
  return write();
};

const cellsOf = (row: ItemRow, attributes: readonly string[], known: ReadonlySet<string>): string[] => {
  // The names were read a moment before. Rather no file than one that lacks something.
  const unknown = Object.keys(row.attributes).find((name) => !known.has(name));
  if (unknown !== undefined) throw new Error(`While items were exported, the attribute ${unknown} came up.`);
  return [
    textCell(row.external_id),
    textCell(row.title),
    textCell(row.address),
    row.latitude === null ? '' : String(row.latitude),
    row.longitude === null ? '' : String(row.longitude),
    // An item may lack the attribute `constructor`, its object never does.
    ...attributes.map((name) =>
      valueCell(Object.hasOwn(row.attributes, name) ? row.attributes[name] : undefined),
    ),
  ];
};
