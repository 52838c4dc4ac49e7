import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

/** Pending rows that are numbered at a time: about 20 ms of work under the tenant's lock. */
const BATCH_SIZE = 2_000;

const running = new WeakMap<Database, Map<number, Promise<boolean>>>();

/**
 * Numbers one batch of a tenant's pending changes; returns false if none are left. Only the first of several concurrent
 * calls for a tenant does the work: the others would wait for its lock, each on its own connection. Changes committed
 * after it started may still be pending when it ends.
 */
export const numberPendingBatch = (db: Database, tenantId: number): Promise<boolean> => {
  const byTenant = running.get(db) ?? new Map<number, Promise<boolean>>();
  running.set(db, byTenant);
  const known = byTenant.get(tenantId);
  if (known) return known;
  const numbering = numberBatch(db, tenantId).finally(() => byTenant.delete(tenantId));
  byTenant.set(tenantId, numbering);
  return numbering;
};

const NUMBER_PENDING = statement('number-pending')`select number_pending_changes($1, $2) as numbered`.narrow<{
  numbered: number;
}>();

const numberBatch = async (db: Database, tenantId: number): Promise<boolean> => {
  const [row] = await run(db, NUMBER_PENDING, [tenantId, BATCH_SIZE]);
  // A batch may contain more: rows that were committed while it was selected.
  return row!.numbered >= BATCH_SIZE;
};

const TENANTS_WITH_PENDING = statement('tenants-with-pending')`
  select feed_counter.tenant_id from feed_counter
  where exists (select from feed_pending where feed_pending.tenant_id = feed_counter.tenant_id) and $1`;

/** One tenant's share per tick, so that a flood in one tenant does not delay the others. */
const BATCHES_PER_TICK = 50;

/**
 * Numbers pending changes of all tenants, for tenants whose feed no one reads. Calls `onNumbered` for each tenant whose
 * feed advanced: the process that wrote may have died before it could notify others.
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
