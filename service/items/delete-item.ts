import type { ItemDeleted } from '#contract/item.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { itemOutdated } from './item-problems.ts';
import { lockItem } from './item-queries.ts';

const IS_REFERENCED = statement('is-item-referenced')`
  select exists (select from task_item where tenant_id = $1 and item_id = $2)
      or exists (select from inspection_item where tenant_id = $1 and item_id = $2) as is_referenced`;

/** An item in use is archived: its history stays readable, but new tasks cannot use it. */
export const deleteItem = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { matchesTag, ...key }: { contentTypeId: string; itemId: string; matchesTag: Precondition },
): Promise<ItemDeleted> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  // Waits for transactions that are creating a task with this item.
  const { externalId, title, revision, isArchived } = await lockItem(trx, { tenantId, ...key });
  if (!matchesTag(formatEntityTag(revision))) throw itemOutdated(externalId, revision);
  if (isArchived) return { outcome: 'archived' };
  const values = [tenantId, key.itemId];
  const target = { type: 'item', id: key.itemId, name: title } as const;
  const { is_referenced } = await readRow(trx, IS_REFERENCED, values);
  if (!is_referenced) {
    await run(trx, 'delete from item where tenant_id = $1 and item_id = $2', values);
    await recordAudit(trx, actor, { kind: 'item.deleted', target, details: { externalId } });
    return { outcome: 'deleted' };
  }
  await run(
    trx,
    'update item set archived_at = now(), revision = revision + 1 where tenant_id = $1 and item_id = $2',
    values,
  );
  await recordAudit(trx, actor, { kind: 'item.archived', target, details: { externalId } });
  return { outcome: 'archived' };
};
