import { randomUUID } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';

/** Absent properties are left unchanged. */
export type ItemUpsert = {
  externalId: string;
  title: string;
  address?: string | null | undefined;
  location?: { latitude: number; longitude: number } | null | undefined;
  attributes?: Record<string, string | number | boolean> | undefined;
};

export type WriteCounts = { created: number; updated: number; restored: number };

// Unlike one array per column, a JSON parameter can distinguish absent properties from null.
export const INPUT_CTE = `
  input as (
    select input_row ->> 'externalId' as external_id, input_row ->> 'title' as title, (input_row ->> 'line')::integer as line,
           input_row ? 'address' as has_address, input_row ->> 'address' as address,
           input_row ? 'location' as has_location,
           (input_row -> 'location' ->> 'latitude')::double precision as latitude,
           (input_row -> 'location' ->> 'longitude')::double precision as longitude,
           input_row -> 'attributes' as attributes
    from jsonb_array_elements($3::jsonb) as input_row
  )`;

/** The IDs come from a random $4, because Citus cannot route a statement that calls gen_random_uuid() for each row. */
const INSERT = statement('insert-items')`
  insert into item (tenant_id, item_id, content_type_id, external_id, title, address, latitude, longitude, attributes)
  with ${INPUT_CTE}
  select content_type.tenant_id, md5($4 || input.external_id)::uuid, content_type.content_type_id, input.external_id,
         input.title, input.address, input.latitude, input.longitude, coalesce(input.attributes, '{}')
  from content_type, input
  where content_type.tenant_id = $1 and content_type.content_type_id = $2
  on conflict on constraint item_external_id_key do nothing
  returning 1 as one`;

const COUNT_INPUT = statement('count-item-input')`select jsonb_array_length($1::jsonb) as total`.narrow<{
  total: number;
}>();

// Absent properties keep their current value, which another user may have edited in the meantime.
const ADDRESS = 'case when existing.has_address then existing.address else item.address end';
const LATITUDE = 'case when existing.has_location then existing.latitude else item.latitude end';
const LONGITUDE = 'case when existing.has_location then existing.longitude else item.longitude end';
// With a custom plan, `any` is a hash lookup. `item.attributes - $4` would compare each attribute with each name: 5 s
// for 4,000 items with 200 attributes and a file with 990 columns.
const OTHER_ATTRIBUTES = `
  item.attributes - array(select key from jsonb_object_keys(item.attributes) as key where key = any($4::text[]))`;
const ATTRIBUTES = `
  case when existing.attributes is null then item.attributes
       when $4::text[] is null then existing.attributes
       else (${OTHER_ATTRIBUTES}) || existing.attributes end`;

const UPDATE = statement('update-items')`
  with ${INPUT_CTE}, existing as materialized (
    select input.*, item.item_id, item.is_archived, $4::text[] is not null and (
        select count(*) from jsonb_object_keys((${OTHER_ATTRIBUTES}) || input.attributes)
      ) > ${limits.customProperties} as exceeds_limit
    from input
    cross join lateral (
      select item_id, attributes, archived_at is not null as is_archived from item
      where tenant_id = $1 and content_type_id = $2 and item.external_id = input.external_id limit 1
    ) as item
  ), changed as (
    update item
    set title = existing.title, address = ${ADDRESS}, latitude = ${LATITUDE}, longitude = ${LONGITUDE},
        attributes = ${ATTRIBUTES}, archived_at = null, revision = item.revision + 1
    from existing
    where item.tenant_id = $1 and item.item_id = existing.item_id and item.external_id = existing.external_id
      and not existing.exceeds_limit
      and (item.archived_at is not null
           or (item.title, item.address, item.latitude, item.longitude, item.attributes)
             is distinct from (existing.title, ${ADDRESS}, ${LATITUDE}, ${LONGITUDE}, ${ATTRIBUTES}))
    returning existing.is_archived
  )
  select count(*) filter (where not is_archived) as updated, count(*) filter (where is_archived) as restored,
         array(select line from existing where exceeds_limit order by line) as "linesOverLimit"
  from changed`.narrow<{ linesOverLimit: number[] }>();

const PREFER_INDEX_LOOKUPS = `
  select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_hashjoin', 'off', true),
         set_config('enable_mergejoin', 'off', true), set_config('enable_material', 'off', true)`;

/**
 * A generic plan created while there were no items would read all of the content type's items for each batch: 100 ms
 * instead of 30 ms for 100,000 items.
 */
export const preferIndexLookups = async (trx: DatabaseTransaction): Promise<void> => {
  await run(trx, PREFER_INDEX_LOOKUPS, []);
};

/**
 * Call `preferIndexLookups` first. `itemsJson` is an array of at most a few thousand ItemUpserts, each with its `line`
 * if it comes from a file. If `attributeNames` is given, only those attributes are replaced. `linesOverLimit` are the
 * lines of items that would get too many attributes; these items are left unchanged.
 */
export const writeItems = async (
  trx: DatabaseTransaction,
  { tenantId, contentTypeId }: { tenantId: number; contentTypeId: string },
  { itemsJson, attributeNames }: { itemsJson: string; attributeNames: readonly string[] | null },
): Promise<WriteCounts & { linesOverLimit: number[] }> => {
  const values = [tenantId, contentTypeId, itemsJson];
  // Inserts first: an insert waits for another transaction that is creating the item, so the update then finds it.
  const created = (await run(trx, INSERT, [...values, randomUUID()])).length;
  const { total } = await readRow(trx, COUNT_INPUT, [itemsJson]);
  if (created === total) return { created, updated: 0, restored: 0, linesOverLimit: [] };
  return { created, ...(await readRow(trx, UPDATE, [...values, attributeNames])) };
};
