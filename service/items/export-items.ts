import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { csvPieces } from '#service/spreadsheets/csv-pieces.ts';
import { textCell, valueCell } from './cell-text.ts';
import { tooManyAttributes } from './import-problems.ts';
import { attributeHeader, ITEM_COLUMNS_OF_FILE } from './item-columns.ts';
import { ITEM_COLUMNS, type ItemRow } from './item-queries.ts';

const ATTRIBUTE_NAMES = statement('list-attribute-names')`
  select distinct name from item, jsonb_object_keys(attributes) as name
  where tenant_id = $1 and content_type_id = $2 and archived_at is null order by name limit $3`.narrow<{
  name: string;
}>();

/** The most attributes with a column of their own: a file with more columns could not be imported. */
const MAX_ATTRIBUTES = limits.importColumns - ITEM_COLUMNS_OF_FILE.length;

/**
 * Exports the items of a content type as CSV, in pieces: the members of an item, and one column for each attribute that any
 * item has. Importing the file changes nothing.
 */
export const exportItems = async (
  { db, adHocQueries }: DatabaseHandle,
  { tenantId, contentTypeId }: { tenantId: number; contentTypeId: string },
  abort: AbortSignal,
): Promise<AsyncIterable<string>> => {
  const values = [tenantId, contentTypeId, MAX_ATTRIBUTES + 1];
  const found = await run(db, ATTRIBUTE_NAMES, values);
  if (found.length > MAX_ATTRIBUTES) throw tooManyAttributes(MAX_ATTRIBUTES);
  const attributes = found.map(({ name }) => name);
  const rows = sql<ItemRow>`
    select ${sql.raw(ITEM_COLUMNS)} from item
    where tenant_id = ${tenantId} and content_type_id = ${contentTypeId} and archived_at is null
    order by external_id`.compile(db);
  const list = await adHocQueries.list<ItemRow>({ rows, total: undefined, max: undefined }, abort);
  const known = new Set(attributes);
  const lines = async function* () {
    yield [...ITEM_COLUMNS_OF_FILE, ...attributes.map(attributeHeader)];
    for (const row of list.rows) yield cellsOf(row, attributes, known);
    for await (const batch of list.rest ?? []) for (const row of batch) yield cellsOf(row, attributes, known);
  };
  return csvPieces(lines());
};

const cellsOf = (row: ItemRow, attributes: readonly string[], known: ReadonlySet<string>): string[] => {
  // The names were read a moment ago. An incomplete file would be worse than none.
  const unknown = Object.keys(row.attributes).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Error(`The attribute ${unknown} was added during the export of items.`);
  return [
    textCell(row.external_id),
    textCell(row.title),
    textCell(row.address),
    row.latitude === null ? '' : String(row.latitude),
    row.longitude === null ? '' : String(row.longitude),
    // An item may have no attribute `constructor`, but every object does.
    ...attributes.map((name) =>
      valueCell(Object.hasOwn(row.attributes, name) ? row.attributes[name] : undefined),
    ),
  ];
};
