import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

export type FoundItem = { given: string; item_id: string | null };

/** The items of a content type by external id or id, in the order given; `item_id` is null where there is none. */
export const findItems = (
  db: Database,
  tenantId: number,
  contentTypeId: string,
  given: readonly string[],
): Promise<FoundItem[]> =>
  run<FoundItem>(
    db,
    `select wanted.given, (
       select item.item_id from item
       where item.tenant_id = $1 and item.content_type_id = $2
         and (item.external_id = wanted.given or item.item_id::text = lower(wanted.given))
       order by item.external_id = wanted.given desc limit 1
     ) as item_id
     from unnest($3::text[]) with ordinality as wanted (given, place) order by wanted.place`,
    [tenantId, contentTypeId, given],
  );
