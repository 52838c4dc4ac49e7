import { isDeepStrictEqual } from 'node:util';
import type { Item, ItemPatch } from '#contract/item.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { violatedConstraint } from '#service/database/database-failure.ts';
import { run, statement } from '#service/database/statement.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { externalIdTaken, itemArchived, itemOutdated } from './item-problems.ts';
import { ITEM_COLUMNS, lockItem, presentItem } from './item-queries.ts';

const UPDATE_ITEM = statement('update-item')`
  update item set external_id = $3, title = $4, address = $5, latitude = $6, longitude = $7, attributes = $8,
    revision = revision + 1
  where tenant_id = $1 and item_id = $2 returning ${ITEM_COLUMNS}`.narrow<Pick<Item, 'attributes'>>();

/** Changes the given members of an item. Tasks and inspections keep referring to it, even with a new externalId. */
export const editItem = async (
  trx: DatabaseTransaction,
  author: Author,
  {
    patch,
    isExpected,
    ...place
  }: { contentTypeId: string; itemId: string; patch: ItemPatch; isExpected: Precondition },
): Promise<Item> => {
  const { tenantId } = scopeOf(author, 'Workbooks.Manage');
  const found = await lockItem(trx, { tenantId, ...place });
  if (!isExpected(entityTagOf(found.revision))) throw itemOutdated(found.external_id, found.revision);
  if (found.is_archived) throw itemArchived(found.external_id);
  const before = presentItem(found);
  const after = { ...before, ...patch };
  if (isDeepStrictEqual(asStored(before), asStored(after))) return before;
  try {
    const [row] = await run(trx, UPDATE_ITEM, [
      tenantId,
      place.itemId,
      after.externalId,
      after.title,
      after.address,
      after.location?.latitude ?? null,
      after.location?.longitude ?? null,
      JSON.stringify(after.attributes),
    ]);
    const changed = Object.keys(patch).filter(
      (member) => !isDeepStrictEqual(before[member as keyof Item], after[member as keyof Item]),
    );
    await recordAudit(trx, author, {
      kind: 'item.edited',
      target: { type: 'item', id: place.itemId, name: after.title },
      details: { changed },
    });
    return presentItem(row!);
  } catch (error) {
    throw violatedConstraint(error) === 'item_external_id_key' ? externalIdTaken(after.externalId) : error;
  }
};

/** As JSON stores it: −0 is 0. */
const asStored = (item: Item): unknown => JSON.parse(JSON.stringify(item));
