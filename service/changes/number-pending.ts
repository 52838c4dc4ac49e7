import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** Pending rows that get their positions at once: about 20 ms of work under the tenant's lock. */
const BATCH_SIZE = 2_000;

const underWay = new WeakMap<Database, Map<number, Promise<boolean>>>();

/**
 * Gives positions to one batch of a tenant's pending changes; false when nothing more waits. Of calls for one tenant only
 * the first does it: the others would wait for its lock, each on a connection of its own. What was committed after it
 * began may still be pending when it is done.
 */
export const numberPendingBatch = (db: Database, tenantId: number): Promise<boolean> => {
  const ofDatabase = underWay.get(db) ?? new Map<number, Promise<boolean>>();
  underWay.set(db, ofDatabase);
  const known = ofDatabase.get(tenantId);
  if (known) return known;
  const numbering = numberBatch(db, tenantId).finally(() => ofDatabase.delete(tenantId));
  ofDatabase.set(tenantId, numbering);
  return numbering;
};

const numberBatch = async (db: Database, tenantId: number): Promise<boolean> => {
  const [row] = await run<{ taken: number }>(db, 'select number_pending_changes($1, $2) as taken', [
    tenantId,
    BATCH_SIZE,
  ]);
  // A batch may hold more: rows that were committed while it was being chosen.
  return row!.taken >= BATCH_SIZE;
};

const TENANTS_WITH_PENDING = `
  select feed_counter.tenant_id from feed_counter
  where exists (select from feed_pending where feed_pending.tenant_id = feed_counter.tenant_id) and $1`;

/** A tick's share of one tenant's queue, so that a flood in one does not keep the others waiting. */
const BATCHES_A_TICK = 50;

/**
 * Numbers what is pending anywhere, for tenants whose feed nobody reads, and tells `onNumbered` whose feed moved: the
 * process that wrote may have died before it could tell.
 */
export const numberPendingEverywhere = async (
  db: Database,
  onNumbered: (tenantId: number) => void,
): Promise<void> => {
  for (const { tenant_id } of await run<{ tenant_id: number }>(db, TENANTS_WITH_PENDING, [true])) {
    for (let batch = 0; batch < BATCHES_A_TICK && (await numberPendingBatch(db, tenant_id)); batch++);
    onNumbered(tenant_id);
  }
};
