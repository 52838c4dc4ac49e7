import type { Database } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import type { ChangeSignal } from './change-signal.ts';

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

const HAS_PENDING = 'exists (select from feed_pending where feed_pending.tenant_id = feed_counter.tenant_id)';

const LIST_TENANTS_WITH_PENDING = statement('tenants-with-pending')`
  select tenant_id from feed_counter where ${HAS_PENDING} and $1`;

const FILTER_TENANTS_WITH_PENDING = statement('changed-tenants-with-pending')`
  select tenant_id from feed_counter where tenant_id = any($1::integer[]) and ${HAS_PENDING}`;

/** Keeps a flood of changes in one tenant from delaying other tenants. */
const MAX_BATCHES = 50;

/** How often to check the tenants that other processes have changed. */
const FULL_CHECK_INTERVAL_MS = 30_000;

/**
 * Returns a function that numbers the changes of tenants whose feed nobody reads. Usually, it checks only the tenants
 * changed by this process, so that idle tenants cost nothing, however many processes there are. Every 30 s, it checks
 * all tenants, in case a process died before numbering its changes or notifying readers.
 */
export const createPendingNumbering = (
  db: Database,
  signal: Pick<ChangeSignal, 'notifyReaders' | 'takeChangedTenants'>,
  now: () => number,
): (() => Promise<void>) => {
  let nextFullCheck = Number.NEGATIVE_INFINITY;
  return async () => {
    const changedTenantIds = signal.takeChangedTenants();
    const checkedAt = now();
    const isFullCheck = checkedAt >= nextFullCheck;
    if (!isFullCheck && changedTenantIds.length === 0) return;
    const followingFullCheck = isFullCheck ? checkedAt + FULL_CHECK_INTERVAL_MS : nextFullCheck;
    // If numbering fails, the next call checks all tenants.
    nextFullCheck = Number.NEGATIVE_INFINITY;
    const tenants = isFullCheck
      ? await run(db, LIST_TENANTS_WITH_PENDING, [true])
      : await run(db, FILTER_TENANTS_WITH_PENDING, [changedTenantIds]);
    for (const { tenant_id } of tenants) {
      for (let batch = 0; batch < MAX_BATCHES && (await numberPendingBatch(db, tenant_id)); batch++);
      signal.notifyReaders(tenant_id);
    }
    nextFullCheck = followingFullCheck;
  };
};
