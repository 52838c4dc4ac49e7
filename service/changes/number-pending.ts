import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

/** The number of pending rows per batch: about 20 ms of work under the tenant's lock. */
const BATCH_SIZE = 2_000;

const running = new WeakMap<Database, Map<number, Promise<boolean>>>();

/**
 * Numbers one batch of a tenant's pending changes. Returns false if none are left, except any committed in
 * the meantime. Concurrent calls for a tenant share a run, because each run holds a connection while it waits
 * for the tenant's lock.
 */
export const numberPendingBatch = (db: Database, tenantId: number): Promise<boolean> => {
  const byTenant = running.get(db) ?? new Map<number, Promise<boolean>>();
  running.set(db, byTenant);
  const current = byTenant.get(tenantId);
  if (current) return current;
  const numbering = numberBatch(db, tenantId).finally(() => byTenant.delete(tenantId));
  byTenant.set(tenantId, numbering);
  return numbering;
};

const NUMBER_PENDING = statement('number-pending')`select number_pending_changes($1, $2) as numbered`.narrow<{
  numbered: number;
}>();

const numberBatch = async (db: Database, tenantId: number): Promise<boolean> => {
  const [row] = await run(db, NUMBER_PENDING, [tenantId, BATCH_SIZE]);
  // A batch may be larger, because it includes rows that were committed while it was being selected.
  return row!.numbered >= BATCH_SIZE;
};

const TENANTS_WITH_PENDING = statement('tenants-with-pending')`
  select feed_counter.tenant_id from feed_counter
  where exists (select from feed_pending where feed_pending.tenant_id = feed_counter.tenant_id) and $1`;

/** The number of batches per tenant and tick, so that a flood of changes in one tenant does not hold up the others. */
const BATCHES_PER_TICK = 50;

/**
 * Numbers the pending changes in all tenants, in case no one is reading their feeds. Calls `onNumbered` for each tenant
 * whose feed has advanced, because the process that wrote the changes may have died before notifying the others.
 */
export const numberPendingEverywhere = async (
  db: Database,
  onNumbered: (tenantId: number) => void,
): Promise<void> => {
  for (const { tenant_id } of await run(db, TENANTS_WITH_PENDING, [true])) {
    for (let batch = 0; batch < BATCHES_PER_TICK && (await numberPendingBatch(db, tenant_id)); batch++);
    onNumbered(tenant_id);
  }
};
