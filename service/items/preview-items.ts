import type { ItemImportRow } from '#contract/item-import.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { INPUT_CTE } from './write-items.ts';

// `item.attributes -> name` would decompress the item's attributes once per column: 10 s for 100 items with 200 long
// attributes and 990 columns. `offset 0` keeps the planner from inlining the subquery, so that each row's changes are
// computed once. The input is sorted, so `limit` stops the query at the last row it returns.
const PREVIEW = statement('preview-items')`
  with ${INPUT_CTE}, preview as (
    select input.line, input.external_id, input.title,
           case when item.item_id is null then 'created' when item.archived_at is not null then 'restored'
                else 'updated' end as outcome,
           case when item.item_id is null then '{}' else array_remove(array[
             case when item.title is distinct from input.title then 'title' end,
             case when input.has_address and item.address is distinct from input.address then 'address' end,
             case when input.has_location and (item.latitude, item.longitude)
               is distinct from (input.latitude, input.longitude) then 'location' end
           ], null) end as fields,
           case when item.item_id is null then '{}' else array(
             select key from jsonb_each(item.attributes) as stored
             full join jsonb_each(input.attributes) as given using (key)
             where stored.value is distinct from given.value and $4::jsonb ? key
             order by ($4::jsonb -> key)::integer
           ) end as attributes
    from (select * from input order by line) as input
    left join lateral (
      select item_id, title, address, latitude, longitude, attributes, archived_at from item
      where tenant_id = $1 and content_type_id = $2 and item.external_id = input.external_id limit 1
    ) as item on true
    order by input.line offset 0
  )
  select line, external_id as "externalId", title, outcome, fields, attributes from preview
  where outcome <> 'updated' or cardinality(fields) > 0 or cardinality(attributes) > 0
  order by line
  limit $5`.narrow<ItemImportRow>();

/** Call `preferIndexLookups` first. */
export const previewItems = async (
  trx: DatabaseTransaction,
  { tenantId, contentTypeId }: { tenantId: number; contentTypeId: string },
  batch: { itemsJson: string; attributeNames: readonly string[]; max: number },
): Promise<ItemImportRow[]> => {
  const positions = JSON.stringify(
    Object.fromEntries(batch.attributeNames.map((name, index) => [name, index])),
  );
  return run(trx, PREVIEW, [tenantId, contentTypeId, batch.itemsJson, positions, batch.max]);
};
