import { isDeepStrictEqual } from 'node:util';
import type { Item, ItemPatch } from '#contract/item.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { findViolatedConstraint } from '#service/database/database-failure.ts';
import { run } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { externalIdTaken, itemArchived, itemOutdated } from './item-problems.ts';
import { lockItem, readItem } from './item-queries.ts';

const UPDATE_ITEM = `
  update item set external_id = $3, title = $4, address = $5, latitude = $6, longitude = $7, attributes = $8,
    revision = revision + 1
  where tenant_id = $1 and item_id = $2`;

/** Even the externalId can change: tasks and inspections refer to items by ID. */
export const editItem = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  {
    patch,
    matchesTag,
    ...key
  }: { contentTypeId: string; itemId: string; patch: ItemPatch; matchesTag: Precondition },
): Promise<Item> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  const currentItem = await lockItem(trx, { tenantId, ...key });
  if (!matchesTag(formatEntityTag(currentItem.revision)))
    throw itemOutdated(currentItem.externalId, currentItem.revision);
  if (currentItem.isArchived) throw itemArchived(currentItem.externalId);
  const editedItem = { ...currentItem, ...patch };
  if (isDeepStrictEqual(convertToStoredForm(currentItem), convertToStoredForm(editedItem)))
    return currentItem;
  try {
    await run(trx, UPDATE_ITEM, [
      tenantId,
      key.itemId,
      editedItem.externalId,
      editedItem.title,
      editedItem.address,
      editedItem.location?.latitude ?? null,
      editedItem.location?.longitude ?? null,
      JSON.stringify(editedItem.attributes),
    ]);
    const changedProperties = Object.keys(patch).filter(
      (property) =>
        !isDeepStrictEqual(currentItem[property as keyof Item], editedItem[property as keyof Item]),
    );
    await recordAudit(trx, actor, {
      kind: 'item.edited',
      target: { type: 'item', id: key.itemId, name: editedItem.title },
      details: { changed: changedProperties },
    });
    return await readItem(trx, { tenantId, ...key });
  } catch (error) {
    throw findViolatedConstraint(error) === 'item_external_id_key'
      ? externalIdTaken(editedItem.externalId)
      : error;
  }
};

/** The database stores −0 as 0. */
const convertToStoredForm = (item: Item): unknown => JSON.parse(JSON.stringify(item));
