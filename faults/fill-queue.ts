import { sql } from 'kysely';
import { createChangeFeed } from '#service/changes/change-feed.ts';
import { createChangeSignal } from '#service/changes/change-signal.ts';
import { numberPendingBatch } from '#service/changes/number-pending.ts';
import { connect, type Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Cleanup, createTestTenant, deploy, type TestTenant } from './deployment.ts';
import { computePercentile, type OnProgress, type Outcome } from './outcome.ts';
import { startServer } from './server-process.ts';
import { createTenantReader } from './tenant-reader.ts';

const PAGE_SIZE = 500;
/** PostgreSQL may cache a generic plan from the sixth execution onwards. */
const READS_OF_EMPTY_QUEUE = 20;
/**
 * The maximum number of queue rows read per feed position assigned. A bad plan, created for an empty queue, reads
 * thousands.
 */
const MAX_FETCHES_PER_CHANGE = 50;

/**
 * Reads pages of an empty feed so that PostgreSQL caches its query plans, then reads pages in the same session while
 * many changes are pending. With `isFreshSession`, the session starts without cached plans. Checks how many rows
 * PostgreSQL reads, and measures response times.
 */
export const fillQueue = async (
  cleanup: Cleanup,
  {
    tasks,
    pendingChanges,
    pages,
    isFreshSession,
  }: { tasks: number; pendingChanges: number; pages: number; isFreshSession: boolean },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup);
  // This server creates the database. It is then suspended so that it does not assign positions to pending changes.
  const server = await startServer(cleanup, deployment);
  const session = connect(deployment.connection, { poolSize: 1, onError: () => {} });
  cleanup.defer(() => session.close());
  const { db } = session;
  const tenant = await createTestTenant(db);
  process.kill(server.pid, 'SIGSTOP');
  cleanup.defer(() => void process.kill(server.pid, 'SIGCONT'));

  const signal = createChangeSignal(session);
  cleanup.defer(() => signal.close());
  const feed = createChangeFeed(db, signal, Date.now);
  const { tenantId, userIds } = tenant.organisation;
  const reader = createTenantReader(tenantId, userIds.erp!);
  for (let read = 0; read < READS_OF_EMPTY_QUEUE && !isFreshSession; read++) {
    await numberPendingBatch(db, tenantId);
    await feed.read(reader, 0n, PAGE_SIZE);
  }

  await addTasks(db, tenant, tasks, onProgress);
  await addPendingChanges(db, tenantId, pendingChanges, onProgress);
  const statisticsBefore = await readQueueStatistics(db);
  const times: number[] = [];
  let position = 0n;
  for (let hasNewChanges = true; hasNewChanges && times.length < pages; ) {
    const startedAt = performance.now();
    const page = await feed.read(reader, position, PAGE_SIZE);
    times.push(performance.now() - startedAt);
    ({ position, hasNewChanges } = page);
  }
  const statisticsAfter = await readQueueStatistics(db);
  const numberedChanges = statisticsAfter.deleted - statisticsBefore.deleted;
  const fetchesPerChange = Math.round(
    (statisticsAfter.fetched - statisticsBefore.fetched) / Math.max(1, numberedChanges),
  );
  return {
    violations:
      fetchesPerChange > MAX_FETCHES_PER_CHANGE
        ? [`${fetchesPerChange} queue rows were read for each change that got a position`]
        : [],
    figures: {
      pending: pendingChanges,
      numbered: numberedChanges,
      pages: times.length,
      'first page, ms': Math.round(times[0]!),
      'p99 of pages, ms': computePercentile(times, 0.99),
      'rows read per numbered row': fetchesPerChange,
    },
  };
};

/** Adds rows in batches: statements that take longer than twelve seconds are cancelled. */
const addInBatches = async (
  count: number,
  batchSize: number,
  add: (from: number, to: number) => Promise<unknown>,
) => {
  for (let added = 0; added < count; added += batchSize)
    await add(added + 1, Math.min(count, added + batchSize));
};

const TASKS_PER_STATEMENT = 20_000;
const ADD_TASKS = `
  insert into task (tenant_id, task_id, external_id, title, team_id, workbook_version_id, assigned_user_id, state)
  select $1, gen_random_uuid(), 'task ' || number, 'revision 1', $2, $3, $4, 1
  from generate_series($5::integer, $6::integer) as number`;

const addTasks = (
  db: Database,
  { organisation }: TestTenant,
  count: number,
  onProgress: OnProgress,
): Promise<void> => {
  const { tenantId, teamIds, versionIds, userIds } = organisation;
  return addInBatches(count, TASKS_PER_STATEMENT, async (from, to) => {
    await run(db, ADD_TASKS, [tenantId, teamIds.Bridges, versionIds.Railing, userIds.anna, from, to]);
    onProgress(`${to} of ${count} tasks added`);
  });
};

const CHANGES_PER_STATEMENT = 250_000;
const ADD_PENDING_CHANGES = `
  insert into feed_pending (tenant_id, kind, entity_id)
  select $1, 0, changed.task_id
  from generate_series($2::integer, $3::integer) as change
  join (select task_id, row_number() over () - 1 as number from task where tenant_id = $1) as changed
    on changed.number = change % (select count(*) from task where tenant_id = $1)`;

/** Returns how many queue rows have been read and deleted since the database was created. */
const readQueueStatistics = async (db: Database): Promise<{ fetched: number; deleted: number }> => {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ fetched: number; deleted: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as fetched, n_tup_del as deleted
    from pg_stat_user_tables where relname = 'feed_pending'
  `.execute(db);
  return rows[0]!;
};

const addPendingChanges = (
  db: Database,
  tenantId: number,
  count: number,
  onProgress: OnProgress,
): Promise<void> =>
  addInBatches(count, CHANGES_PER_STATEMENT, async (from, to) => {
    await run(db, ADD_PENDING_CHANGES, [tenantId, from, to]);
    onProgress(`${to} of ${count} pending changes added`);
  });
