import { limits } from '#contract/limits.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** An item as it shall be, found by its externalId in its content type. What is absent is left as it is. */
export type WantedItem = {
  externalId: string;
  title: string;
  address?: string | null | undefined;
  location?: { latitude: number; longitude: number } | null | undefined;
  attributes?: Record<string, string | number | boolean> | undefined;
};

export type WrittenItems = {
  created: number;
  updated: number;
  /** Archived ones that are offered again. */
  revived: number;
};

// A batch goes as one JSON parameter: an array of each column could not tell what is absent from what is null.
const GIVEN = `
  given as (
    select draft ->> 'externalId' as external_id, draft ->> 'title' as title, (draft ->> 'line')::integer as line,
           draft ? 'address' as has_address, draft ->> 'address' as address,
           draft ? 'location' as has_location,
           (draft -> 'location' ->> 'latitude')::double precision as latitude,
           (draft -> 'location' ->> 'longitude')::double precision as longitude,
           draft -> 'attributes' as attributes
    from jsonb_array_elements($3::jsonb) as draft
  )`;

const UPDATE = `
  with ${GIVEN}, wanted as (
    select item.item_id, given.line, given.title, item.archived_at is not null as was_archived,
           case when given.has_address then given.address else item.address end as address,
           case when given.has_location then given.latitude else item.latitude end as latitude,
           case when given.has_location then given.longitude else item.longitude end as longitude,
           case when given.attributes is null then item.attributes
                when $4::text[] is null then given.attributes
                else (item.attributes - $4::text[]) || given.attributes end as attributes
    from given
    join item on item.tenant_id = $1 and item.content_type_id = $2 and item.external_id = given.external_id
  ), overfull as (
    select item_id, line from wanted
    where $4::text[] is not null
      and (select count(*) from jsonb_object_keys(wanted.attributes)) > ${limits.customProperties}
  ), changed as (
    update item
    set title = wanted.title, address = wanted.address, latitude = wanted.latitude, longitude = wanted.longitude,
        attributes = wanted.attributes, archived_at = null, revision = item.revision + 1
    from wanted
    where item.tenant_id = $1 and item.item_id = wanted.item_id and wanted.item_id not in (select item_id from overfull)
      and (wanted.was_archived
           or (item.title, item.address, item.latitude, item.longitude, item.attributes)
             is distinct from (wanted.title, wanted.address, wanted.latitude, wanted.longitude, wanted.attributes))
    returning wanted.was_archived
  )
  select count(*) filter (where not was_archived) as updated, count(*) filter (where was_archived) as revived,
         array(select line from overfull order by line) as overfull
  from changed`;

const INSERT = `
  with ${GIVEN}, made as (
    insert into item (tenant_id, item_id, content_type_id, external_id, title, address, latitude, longitude, attributes)
    select $1, gen_random_uuid(), $2, external_id, title, address, latitude, longitude, coalesce(attributes, '{}')
    from given
    on conflict on constraint item_external_id_key do nothing
    returning 1
  )
  select count(*) as created from made`;

/**
 * Makes, updates or revives a batch of items of one content type: a few thousand, so that a statement stays short.
 * `itemsJson` is a list of WantedItems as text, each with its `line` when it comes from a file. Attributes are replaced
 * as a whole; with `attributeNames`, only those of these names are. `overfull` are the lines whose items would have too
 * many attributes then: they are left as they are.
 */
export const writeItems = async (
  trx: DatabaseTransaction,
  { tenantId, contentTypeId }: { tenantId: number; contentTypeId: string },
  { itemsJson, attributeNames }: { itemsJson: string; attributeNames: readonly string[] | null },
): Promise<WrittenItems & { overfull: number[] }> => {
  const values = [tenantId, contentTypeId, itemsJson];
  const [changed] = await run<{ updated: number; revived: number; overfull: number[] }>(trx, UPDATE, [
    ...values,
    attributeNames,
  ]);
  const [made] = await run<{ created: number }>(trx, INSERT, values);
  return { ...changed!, ...made! };
};
