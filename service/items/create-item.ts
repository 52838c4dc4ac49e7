import type { Item, NewItem } from '#contract/item.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { readContentType } from './content-type-queries.ts';
import { externalIdTaken } from './item-problems.ts';
import { readItem } from './item-queries.ts';

const INSERT_ITEM = statement('insert-item')`
  insert into item (tenant_id, item_id, content_type_id, external_id, title, address, latitude, longitude, attributes)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict on constraint item_external_id_key do update set
    title = excluded.title, address = excluded.address, latitude = excluded.latitude,
    longitude = excluded.longitude, attributes = excluded.attributes, archived_at = null,
    revision = item.revision + 1
  where item.archived_at is not null
  returning item_id as id`;

/** If an archived item has the same externalId, restores it to keep its history. */
export const createItem = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { contentTypeId, itemId, input }: { contentTypeId: string; itemId: string; input: NewItem },
): Promise<Item> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  await readContentType(trx, tenantId, contentTypeId);
  const { externalId, title, address = null, location, attributes = {} } = input;
  const [row] = await run(trx, INSERT_ITEM, [
    tenantId,
    itemId,
    contentTypeId,
    externalId,
    title,
    address,
    location?.latitude ?? null,
    location?.longitude ?? null,
    JSON.stringify(attributes),
  ]);
  if (!row) throw externalIdTaken(externalId);
  await recordAudit(trx, actor, {
    kind: 'item.created',
    target: { type: 'item', id: row.id, name: title },
    details: { externalId },
  });
  return readItem(trx, { tenantId, contentTypeId, itemId: row.id });
};
