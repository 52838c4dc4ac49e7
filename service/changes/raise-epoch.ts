import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { SERVING_LOCK } from '#service/database/serving-lock.ts';
import { run } from '#service/database/statement.ts';

/*
 * How positions survive a restore
 *
 * A database that was put back from a backup has forgotten positions that readers hold. If it gave them out again, a
 * reader would skip the changes that they now stand for. So each position begins with an epoch: a second, counted from
 * 2026-01-01, in which this very history was alive.
 *
 * 1. The epoch rises at every start (of a process that finds no other one serving), at every restore, and when a
 *    connection finds another cluster, timeline, database or start of PostgreSQL: to the current second, or to the stored
 *    epoch + 1 where that is higher (next_feed_epoch).
 * 2. A position is given out only when the second of its epoch is over (begin_feed_epoch). A later membership change or
 *    2³² changes move a tenant to the next second, which is over as well.
 * 3. So a history uses only seconds from its start to its end. An older copy that is put back starts later, so it uses
 *    later seconds: the two never give out the same position, however often and however quickly copies are exchanged.
 * 4. A token that is no position of this history is therefore recognised: feed_epoch and feed_counter list all ranges
 *    that were given out. Its reader is served from the start.
 *
 * This needs nothing but a clock that does not step back further than the time between the copy and its return. Where it
 * does, or where two copies are alive at once, the same epoch may be used twice; then each epoch of a tenant still begins
 * at its own random number below 2³¹, and two ranges of n positions overlap with a probability below n / 2³⁰.
 *
 * A tenant moves to the current epoch when it is next numbered, in the same transaction: a start costs one row, however
 * many tenants there are, and an epoch in which nothing was numbered leaves no row.
 */

/** Which database this is; `postmaster_started_at` also tells a PostgreSQL that was started on older files. */
type Identity = {
  system_identifier: string;
  timeline: number;
  database_oid: number;
  postmaster_started_at: string;
};

/** The timeline of the log that is being written: that of the last checkpoint is old for minutes after a promotion. */
const CURRENT_IDENTITY = `
  select system_identifier::text as system_identifier,
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline,
         (select oid::bigint from pg_database where datname = current_database()) as database_oid,
         extract(epoch from pg_postmaster_start_time())::text as postmaster_started_at
  from pg_control_system() where $1`;

const KNOWN_IDENTITY = `
  select system_identifier, timeline, database_oid, postmaster_started_at from database_identity where only_row = $1`;

/** Runs a statement and returns its rows: in the pool, in a transaction, or on a connection that is new. */
export type Ask = (text: string, values: readonly unknown[]) => Promise<unknown[]>;

const askOf =
  (db: Database): Ask =>
  (text, values) =>
    run(db, text, values);

const readIdentities = async (ask: Ask): Promise<{ current: Identity; known: Identity | undefined }> => {
  const [current] = (await ask(CURRENT_IDENTITY, [true])) as Identity[];
  const [known] = (await ask(KNOWN_IDENTITY, [true])) as Identity[];
  if (!current) throw new Error('PostgreSQL does not say which database it is.');
  return { current, known };
};

const isSameDatabase = (known: Identity, current: Identity) =>
  known.system_identifier === current.system_identifier &&
  known.timeline === current.timeline &&
  known.database_oid === current.database_oid;

const isUnchanged = (known: Identity, current: Identity) =>
  isSameDatabase(known, current) && known.postmaster_started_at === current.postmaster_started_at;

/**
 * Whether the database may be an older state of the one that was served. Checked on every new connection before anything
 * else is done with it: whatever exchanges the database under a running server ends the connections.
 */
export const hasOtherIdentity = async (ask: Ask): Promise<boolean> => {
  const { current, known } = await readIdentities(ask);
  return !known || !isUnchanged(known, current);
};

/** `isOtherDatabase`: it was restored, or a standby was promoted. */
export type EpochOutcome = { isRaised: boolean; isOtherDatabase: boolean };

/** Any constant will do: processes that start together raise one after the other. */
const EPOCH_LOCK = 7_101_974;

/**
 * Raises the epoch, unless other processes serve this very database and have raised it. Waits for less than a second, and
 * only when the epoch has risen within this second already.
 */
export const raiseEpochAtStart = (db: Database): Promise<EpochOutcome> =>
  db.transaction().execute(async (trx): Promise<EpochOutcome> => {
    await run(trx, 'select pg_advisory_xact_lock($1)', [EPOCH_LOCK]);
    const { current, known } = await readIdentities(askOf(trx));
    const isOtherDatabase = known !== undefined && !isSameDatabase(known, current);
    if (known && isUnchanged(known, current) && (await isServed(trx)))
      return { isRaised: false, isOtherDatabase };
    await writeEpoch(trx, current);
    return { isRaised: true, isOtherDatabase };
  });

/**
 * Raises the epoch whatever is known of the database. For `ronda restore`: call it once the restored data is in place and
 * before anybody is served. Servers that are running continue in the new epoch at once.
 */
export const raiseEpoch = (db: Database): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await run(trx, 'select pg_advisory_xact_lock($1)', [EPOCH_LOCK]);
    await writeEpoch(trx, (await readIdentities(askOf(trx))).current);
  });

/** Whether a process listens for changes in this database (service/database/connect.ts). */
const isServed = async (trx: DatabaseTransaction): Promise<boolean> => {
  const [lock] = await run<{ is_free: boolean }>(trx, 'select pg_try_advisory_xact_lock($1) as is_free', [
    SERVING_LOCK,
  ]);
  return !lock!.is_free;
};

const writeEpoch = async (trx: DatabaseTransaction, identity: Identity): Promise<void> => {
  await run(
    trx,
    `insert into database_identity (epoch, system_identifier, timeline, database_oid, postmaster_started_at)
     values (next_feed_epoch(coalesce((select epoch from database_identity), 0)), $1, $2, $3, $4)
     on conflict on constraint database_identity_pkey do update set
       epoch = excluded.epoch, system_identifier = excluded.system_identifier, timeline = excluded.timeline,
       database_oid = excluded.database_oid, postmaster_started_at = excluded.postmaster_started_at`,
    [identity.system_identifier, identity.timeline, identity.database_oid, identity.postmaster_started_at],
  );
};

/** Gives a new tenant its feed. Its first epoch begins with its first change. */
export const openFeed = async (trx: DatabaseTransaction, tenantId: number): Promise<void> => {
  await run(trx, 'insert into feed_counter (tenant_id, version) values ($1, 0)', [tenantId]);
};
