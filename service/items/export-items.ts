import { sql } from 'kysely';
import type { Item } from '#contract/item.ts';
import { limits } from '#contract/limits.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { streamCsvRows } from '#service/spreadsheets/stream-csv-rows.ts';
import { formatTextCell, formatValueCell } from './cell-text.ts';
import { tooManyAttributes } from './import-problems.ts';
import { formatAttributeHeader, ITEM_FILE_COLUMNS } from './item-columns.ts';
import { ITEM_COLUMNS } from './item-queries.ts';

const ATTRIBUTE_NAMES = statement('list-attribute-names')`
  select distinct name from item, jsonb_object_keys(attributes) as name
  where tenant_id = $1 and content_type_id = $2 and archived_at is null order by name limit $3`.narrow<{
  name: string;
}>();

/** A file with more attribute columns could not be re-imported. */
const MAX_ATTRIBUTES = limits.importColumns - ITEM_FILE_COLUMNS.length;

/** The CSV has a column for every attribute of any item. Importing the unchanged file is a no-op. */
export const exportItems = async (
  { db, adHocQueries }: DatabaseHandle,
  { tenantId, contentTypeId }: { tenantId: number; contentTypeId: string },
  signal: AbortSignal,
): Promise<AsyncIterable<string>> => {
  const names = await run(db, ATTRIBUTE_NAMES, [tenantId, contentTypeId, MAX_ATTRIBUTES + 1]);
  if (names.length > MAX_ATTRIBUTES) throw tooManyAttributes(MAX_ATTRIBUTES);
  const attributes = names.map(({ name }) => name);
  const rows = sql<Item>`
    select ${sql.raw(ITEM_COLUMNS)} from item
    where tenant_id = ${tenantId} and content_type_id = ${contentTypeId} and archived_at is null
    order by external_id`.compile(db);
  const list = await adHocQueries.list<Item>({ rows, total: undefined, max: undefined }, signal);
  const knownNames = new Set(attributes);
  const lines = async function* () {
    yield [...ITEM_FILE_COLUMNS, ...attributes.map(formatAttributeHeader)];
    for (const row of list.rows) yield formatCells(row, attributes, knownNames);
    for await (const batch of list.rest ?? [])
      for (const row of batch) yield formatCells(row, attributes, knownNames);
  };
  return streamCsvRows(lines());
};

const formatCells = (row: Item, attributes: readonly string[], knownNames: ReadonlySet<string>): string[] => {
  // Attributes may have been added since the names were read. An error is better than an incomplete file.
  const unknownName = Object.keys(row.attributes).find((name) => !knownNames.has(name));
  if (unknownName !== undefined)
    throw new Error(`The attribute ${unknownName} was added during the export of items.`);
  return [
    formatTextCell(row.externalId),
    formatTextCell(row.title),
    formatTextCell(row.address),
    ...(row.location ? [String(row.location.latitude), String(row.location.longitude)] : ['', '']),
    // Own properties only: every object inherits `constructor`.
    ...attributes.map((name) =>
      formatValueCell(Object.hasOwn(row.attributes, name) ? row.attributes[name] : undefined),
    ),
  ];
};
