import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** An item as it shall be, found by its externalId in its content type. What is absent is left as it is. */
export type ItemDraft = {
  externalId: string;
  title: string;
  address?: string | null | undefined;
  location?: { latitude: number; longitude: number } | null | undefined;
  attributes?: Record<string, string | number | boolean> | undefined;
};

// A batch goes as one JSON parameter: an array of each column could not tell what is absent from what is null.
const GIVEN = `
  given as (
    select draft ->> 'externalId' as external_id, draft ->> 'title' as title,
           draft ? 'address' as has_address, draft ->> 'address' as address,
           draft ? 'location' as has_location,
           (draft -> 'location' ->> 'latitude')::double precision as latitude,
           (draft -> 'location' ->> 'longitude')::double precision as longitude,
           draft -> 'attributes' as attributes
    from jsonb_array_elements($3::jsonb) as draft
  )`;

const UPDATE = `
  with ${GIVEN}, wanted as (
    select item.item_id, given.title,
           case when given.has_address then given.address else item.address end as address,
           case when given.has_location then given.latitude else item.latitude end as latitude,
           case when given.has_location then given.longitude else item.longitude end as longitude,
           coalesce(given.attributes, item.attributes) as attributes
    from given
    join item on item.tenant_id = $1 and item.content_type_id = $2 and item.external_id = given.external_id
  ), changed as (
    update item
    set title = wanted.title, address = wanted.address, latitude = wanted.latitude, longitude = wanted.longitude,
        attributes = wanted.attributes
    from wanted
    where item.tenant_id = $1 and item.item_id = wanted.item_id
      and (item.title, item.address, item.latitude, item.longitude, item.attributes)
        is distinct from (wanted.title, wanted.address, wanted.latitude, wanted.longitude, wanted.attributes)
    returning 1
  )
  select count(*) as affected from changed`;

const INSERT = `
  with ${GIVEN}, made as (
    insert into item (tenant_id, item_id, content_type_id, external_id, title, address, latitude, longitude, attributes)
    select $1, gen_random_uuid(), $2, external_id, title, address, latitude, longitude, coalesce(attributes, '{}')
    from given
    on conflict on constraint item_external_id_key do nothing
    returning 1
  )
  select count(*) as affected from made`;

/** Makes or updates a batch of items of one content type: a few thousand, so that a statement stays short. */
export const ensureItems = async (
  trx: DatabaseTransaction,
  { tenantId, contentTypeId }: { tenantId: number; contentTypeId: string },
  items: readonly ItemDraft[],
): Promise<{ created: number; updated: number }> => {
  const values = [tenantId, contentTypeId, JSON.stringify(items)];
  const [updated] = await run<{ affected: number }>(trx, UPDATE, values);
  const [created] = await run<{ affected: number }>(trx, INSERT, values);
  return { created: created!.affected, updated: updated!.affected };
};
