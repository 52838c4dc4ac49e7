import { sql } from 'kysely';
import { createChangeFeed } from '#service/changes/change-feed.ts';
import { createChangeSignal } from '#service/changes/change-signal.ts';
import { numberPendingBatch } from '#service/changes/number-pending.ts';
import { connect, type Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Cast, castIn, deploy, type Stage } from './deployment.ts';
import { type Outcome, percentile, type Tell } from './outcome.ts';
import { startServer } from './server-process.ts';
import { tenantReader } from './tenant-reader.ts';

const PAGE_SIZE = 500;
/** PostgreSQL may keep a plan from the sixth execution on. */
const READS_OF_NOTHING = 20;
/** What one pending row may cost in rows looked at. A plan that was made for an empty queue looks at thousands. */
const FETCHES_A_ROW = 50;

/**
 * Pages are read from an empty feed, so that every plan is kept that PostgreSQL cares to keep, and then in the same
 * session (unless it `isFresh`) while many changes wait for their positions. Counts the rows that PostgreSQL looks at;
 * times are reported.
 */
export const fillQueue = async (
  stage: Stage,
  { tasks, pending, pages, isFresh }: { tasks: number; pending: number; pages: number; isFresh: boolean },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  // Makes the database, and then leaves it alone: its own clock would number what is pending.
  const server = await startServer(stage, deployment);
  const session = connect(deployment.connection, { poolSize: 1, onError: () => {} });
  stage.defer(() => session.close());
  const { db } = session;
  const cast = await castIn(db);
  process.kill(server.pid, 'SIGSTOP');
  stage.defer(() => void process.kill(server.pid, 'SIGCONT'));

  const signal = createChangeSignal(session);
  stage.defer(() => signal.close());
  const feed = createChangeFeed(db, signal, Date.now);
  const { tenantId, userIds } = cast.organisation;
  const reader = tenantReader(tenantId, userIds.erp!);
  for (let read = 0; read < READS_OF_NOTHING && !isFresh; read++) {
    await numberPendingBatch(db, tenantId);
    await feed.read(reader, 0n, PAGE_SIZE);
  }

  await addTasks(db, cast, tasks, tell);
  await addPending(db, tenantId, pending, tell);
  const before = await queueUse(db);
  const times: number[] = [];
  let position = 0n;
  for (let isNewer = true; isNewer && times.length < pages; ) {
    const startedAt = performance.now();
    const page = await feed.read(reader, position, PAGE_SIZE);
    times.push(performance.now() - startedAt);
    ({ position, isNewer } = page);
  }
  const after = await queueUse(db);
  const numbered = after.deleted - before.deleted;
  const fetches = Math.round((after.fetched - before.fetched) / Math.max(1, numbered));
  return {
    violations:
      fetches > FETCHES_A_ROW
        ? [`${fetches} rows of the queue were looked at for each that was numbered`]
        : [],
    figures: {
      pending,
      numbered,
      pages: times.length,
      'first page, ms': Math.round(times[0]!),
      'p99 of pages, ms': percentile(times, 0.99),
      'rows looked at for each': fetches,
    },
  };
};

/** In parts: a statement that takes longer than twelve seconds is taken for a PostgreSQL that has fallen silent. */
const inParts = async (count: number, size: number, add: (from: number, to: number) => Promise<unknown>) => {
  for (let done = 0; done < count; done += size) await add(done + 1, Math.min(count, done + size));
};

const TASKS_AT_ONCE = 20_000;
const ADD_TASKS = `
  insert into task (tenant_id, task_id, external_id, title, team_id, workbook_version_id, assigned_user_id, state)
  select $1, gen_random_uuid(), 'task ' || number, 'revision 1', $2, $3, $4, 1
  from generate_series($5::integer, $6::integer) as number`;

const addTasks = (db: Database, { organisation }: Cast, count: number, tell: Tell): Promise<void> => {
  const { tenantId, teamIds, versionIds, userIds } = organisation;
  return inParts(count, TASKS_AT_ONCE, async (from, to) => {
    await run(db, ADD_TASKS, [tenantId, teamIds.Bridges, versionIds.Railing, userIds.anna, from, to]);
    tell(`${to} of ${count} tasks are there`);
  });
};

const PENDING_AT_ONCE = 250_000;
const ADD_PENDING = `
  insert into feed_pending (tenant_id, kind, entity_id)
  select $1, 0, changed.task_id
  from generate_series($2::integer, $3::integer) as change
  join (select task_id, row_number() over () - 1 as number from task where tenant_id = $1) as changed
    on changed.number = change % (select count(*) from task where tenant_id = $1)`;

/** Rows of the queue that were looked at, and that were taken away, since the database was made. */
const queueUse = async (db: Database): Promise<{ fetched: number; deleted: number }> => {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ fetched: number; deleted: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as fetched, n_tup_del as deleted
    from pg_stat_user_tables where relname = 'feed_pending'
  `.execute(db);
  return rows[0]!;
};

const addPending = (db: Database, tenantId: number, count: number, tell: Tell): Promise<void> =>
  inParts(count, PENDING_AT_ONCE, async (from, to) => {
    await run(db, ADD_PENDING, [tenantId, from, to]);
    tell(`${to} of ${count} changes wait`);
  });
