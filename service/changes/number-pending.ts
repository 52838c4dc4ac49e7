import type { Database } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';

/** Numbering a batch locks the tenant for about 20 ms. */
const BATCH_SIZE = 2_000;

const runningBatches = new WeakMap<Database, Map<number, Promise<boolean>>>();

/**
 * Returns true if there may be more pending changes. Concurrent calls for a tenant share a batch: otherwise, each would
 * hold a connection while waiting for the tenant's lock.
 */
export const numberPendingBatch = (db: Database, tenantId: number): Promise<boolean> => {
  const batchByTenant = runningBatches.get(db) ?? new Map<number, Promise<boolean>>();
  runningBatches.set(db, batchByTenant);
  const runningBatch = batchByTenant.get(tenantId);
  if (runningBatch) return runningBatch;
  const batch = numberBatch(db, tenantId).finally(() => batchByTenant.delete(tenantId));
  batchByTenant.set(tenantId, batch);
  return batch;
};

const NUMBER_PENDING = statement('number-pending')`select number_pending_changes($1, $2) as numbered`.narrow<{
  numbered: number;
}>();

const numberBatch = async (db: Database, tenantId: number): Promise<boolean> => {
  const { numbered } = await readRow(db, NUMBER_PENDING, [tenantId, BATCH_SIZE]);
  // A batch may exceed BATCH_SIZE by the rows committed while it was being selected.
  return numbered >= BATCH_SIZE;
};

const LIST_TENANTS_WITH_PENDING = statement('tenants-with-pending')`
  select feed_counter.tenant_id from feed_counter
  where exists (select from feed_pending where feed_pending.tenant_id = feed_counter.tenant_id) and $1`;

/** Keeps a flood of changes in one tenant from delaying other tenants. */
const MAX_BATCHES = 50;

/** Calls `onNumbered` in case the process that wrote the changes died before notifying other processes. */
export const numberPendingEverywhere = async (
  db: Database,
  onNumbered: (tenantId: number) => void,
): Promise<void> => {
  for (const { tenant_id } of await run(db, LIST_TENANTS_WITH_PENDING, [true])) {
    for (let batch = 0; batch < MAX_BATCHES && (await numberPendingBatch(db, tenant_id)); batch++);
    onNumbered(tenant_id);
  }
};
