import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

const FIND_ITEMS = statement('find-items')`
  select input.name, coalesce(
    (select item_id from item
     where tenant_id = $1 and content_type_id = $2 and external_id = input.name and archived_at is null),
    (select item_id from item
     where tenant_id = $1 and content_type_id = $2 and archived_at is null
       and item_id = case when input.name ~ '${UUID_PATTERN}' then input.name::uuid end)
  ) as item_id
  from unnest($3::text[]) with ordinality as input (name, position) order by input.position`.narrow<{
  name: string;
}>();

/** `names` are external IDs or IDs. `item_id` is null for unknown and archived items. */
export const findItems = (db: Database, tenantId: number, contentTypeId: string, names: readonly string[]) =>
  run(db, FIND_ITEMS, [tenantId, contentTypeId, names]);
