import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from './connect.ts';
import { withMigrationLock } from './migration-lock.ts';
import { type DistributionStep, planDistribution } from './plan-distribution.ts';
import { SERVING_LOCK } from './serving-lock.ts';

/*
 * How a database is distributed
 *
 * The plan is stored before its first step runs: foreign keys have been dropped when a run is interrupted, and only the
 * plan knows how to create them again. A step and its mark in the plan are one transaction, so a run continues after
 * the last complete step.
 */

const OLDEST_CITUS = 13;

type PendingStep = DistributionStep & { position: number };

export type DistributionProgress = { done: number; total: number; step: string };

export type DistributeOptions = {
  onStep?: (progress: DistributionProgress) => void;
  onWait?: (reason: string) => void;
};

/** Returns the number of steps that have run. */
export const distribute = async (
  db: Database,
  { onStep = () => {}, onWait = () => {} }: DistributeOptions = {},
): Promise<number> => {
  await requireCitus(db);
  return withMigrationLock(db, onWait, (connection) =>
    withoutServers(connection, () => continueDistribution(connection, onStep)),
  );
};

/**
 * Runs the remaining steps of an interrupted run. Otherwise, distributes tables and functions that are new: migrations
 * create them on the coordinator. Returns the number of steps.
 */
export const continueDistribution = async (
  connection: Database,
  onStep: (progress: DistributionProgress) => void,
): Promise<number> => {
  await storePlan(connection);
  const steps = await readPendingSteps(connection);
  for (const [index, step] of steps.entries()) {
    onStep({ done: index, total: steps.length, step: step.name });
    await runStep(connection, step);
  }
  return steps.length;
};

const runStep = (db: Database, { position, statement }: PendingStep): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await setSequentialMode(trx);
    await sql.raw(statement).execute(trx);
    await sql`update distribution_step set completed_at = now() where position = ${position}`.execute(trx);
  });

/** Returns true once `distribute` has run its first step. */
export const isDistributed = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ table: string | null }>`
    select to_regclass('distribution_step')::text as table`.execute(db);
  if (rows[0]!.table === null) return false;
  const steps = await sql`select from distribution_step where completed_at is not null limit 1`.execute(db);
  return steps.rows.length > 0;
};

/** Citus would change several shards of a machine at once, which a transaction with several tables does not allow. */
export const setSequentialMode = async (trx: DatabaseTransaction): Promise<void> => {
  await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(trx);
};

const requireCitus = async (db: Database): Promise<void> => {
  const { rows } = await sql<{ version: string; nodes: number }>`
    select extversion as version from pg_extension where extname = 'citus'`.execute(db);
  const version = rows[0]?.version;
  if (version === undefined) {
    throw new Error(
      `The database has no Citus extension, so nothing was changed. Install Citus ${OLDEST_CITUS} or newer, run CREATE EXTENSION citus on every node, and add the nodes. See docs/operate/cluster.md.`,
    );
  }
  if (Number.parseInt(version, 10) < OLDEST_CITUS) {
    throw new Error(
      `The database has Citus ${version}, so nothing was changed. Ronda needs version ${OLDEST_CITUS} or newer.`,
    );
  }
  const nodes = await sql`select from pg_dist_node where isactive and groupid <> 0`.execute(db);
  if (nodes.rows.length > 0) return;
  throw new Error(
    'The cluster has no worker nodes, so nothing was changed. Add them with citus_add_node. See docs/operate/cluster.md.',
  );
};

/** Foreign keys are missing until the last steps, so nothing may write in the meantime. */
const withoutServers = async <Result>(connection: Database, work: () => Promise<Result>): Promise<Result> => {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_lock(${sql.lit(SERVING_LOCK)}) as "isFree"`.execute(connection);
  if (!rows[0]!.isFree)
    throw new Error('A server is using the database. Stop all servers, and then try again.');
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(SERVING_LOCK)})`.execute(connection);
  }
};

/** Adds the steps for tables and functions that are not distributed yet, unless the previous plan is incomplete. */
const storePlan = (db: Database): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if ((await readPendingSteps(trx)).length > 0) return;
    for (const { name, statement } of await planDistribution(trx))
      await sql`insert into distribution_step (name, statement) values (${name}, ${statement})`.execute(trx);
  });

const readPendingSteps = async (db: Database): Promise<PendingStep[]> => {
  const { rows } = await sql<PendingStep>`
    select position, name, statement from distribution_step where completed_at is null order by position`.execute(
    db,
  );
  return rows;
};
