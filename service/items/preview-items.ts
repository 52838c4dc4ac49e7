import type { ItemImportRow } from '#contract/item-import.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { INPUT } from './write-items.ts';

const PREVIEW = statement('preview-items')`
  with ${INPUT}, preview as (
    select input.line, input.external_id, input.title,
           case when item.item_id is null then 'created' when item.archived_at is not null then 'restored'
                else 'updated' end as outcome,
           case when item.item_id is null then '{}' else array_remove(array[
             case when item.title is distinct from input.title then 'title' end,
             case when input.has_address and item.address is distinct from input.address then 'address' end,
             case when input.has_location and (item.latitude, item.longitude)
               is distinct from (input.latitude, input.longitude) then 'location' end
           ], null) end as members,
           case when item.item_id is null then '{}' else array(
             select name from unnest($4::text[]) with ordinality as name (name, position)
             where (item.attributes -> name) is distinct from (input.attributes -> name)
             order by position
           ) end as attributes
    from input
    left join lateral (
      select item_id, title, address, latitude, longitude, attributes, archived_at from item
      where tenant_id = $1 and content_type_id = $2 and item.external_id = input.external_id limit 1
    ) as item on true
  )
  select line, external_id as "externalId", title, outcome, members, attributes from preview
  where outcome <> 'updated' or cardinality(members) > 0 or cardinality(attributes) > 0
  order by line
  limit $5`.narrow<ItemImportRow>();

/** Previews `writeItems` for a batch of items: returns the first rows that would change an item. */
export const previewItems = (
  trx: DatabaseTransaction,
  { tenantId, contentTypeId }: { tenantId: number; contentTypeId: string },
  batch: { itemsJson: string; attributeNames: readonly string[]; max: number },
): Promise<ItemImportRow[]> =>
  run(trx, PREVIEW, [tenantId, contentTypeId, batch.itemsJson, batch.attributeNames, batch.max]);
