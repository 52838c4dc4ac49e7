import type { Database, DatabaseTransaction, RunStatement } from '#service/database/connect.ts';
import { SERVING_LOCK } from '#service/database/serving-lock.ts';
import { readRow, run, statement } from '#service/database/statement.ts';

/*
 * How positions survive a restore
 *
 * A database restored from a backup has lost positions that readers already hold. If it reissued them, readers would
 * skip the changes that they now refer to. Each position therefore starts with an epoch: a second, counted from
 * 2026-01-01, in which this history was in use.
 *
 * 1. The epoch rises when the first process starts, when a backup is restored, and when a connection finds a different
 *    cluster, timeline or database, or a restarted PostgreSQL. It becomes the current second, or the stored epoch + 1
 *    if that is higher (next_feed_epoch).
 * 2. A position is issued only after the second of its epoch has passed (begin_feed_epoch). A membership change skips
 *    positions in the tenant's epoch. If the epoch has too few left, the tenant moves to the next second and waits for
 *    it to pass. 2³² changes also move a tenant to the next second, which has passed by then.
 * 3. A history therefore uses only seconds between its start and its end. A restored older copy starts later and uses
 *    later seconds. The two never issue the same position, no matter how often and how quickly copies are swapped.
 * 4. A token from outside this history is recognised, because feed_epoch and feed_counter contain every range issued.
 *    Its reader starts over from the first change.
 *
 * If the clock is set back by more than the time between making a copy and restoring it, or if two copies are in use at
 * the same time, an epoch can be used twice. Even then, two ranges of n positions overlap with a probability below
 * n / 2³⁰, because each of a tenant's epochs starts at a random number below 2³¹.
 *
 * A tenant moves to the current epoch the next time its changes are numbered, so startup writes only one row.
 */

/** A new `postmaster_started_at` means that PostgreSQL may now be running on older files. */
type Identity = {
  system_identifier: string;
  timeline: number;
  database_oid: number;
  postmaster_started_at: string;
};

/** The timeline of the last checkpoint would stay stale for minutes after a promotion. */
const CURRENT_IDENTITY = `
  select system_identifier::text as system_identifier,
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline,
         (select oid::bigint from pg_database where datname = current_database()) as database_oid,
         extract(epoch from pg_postmaster_start_time())::text as postmaster_started_at
  from pg_control_system() where $1`;

const STORED_IDENTITY = `
  select system_identifier, timeline, database_oid, postmaster_started_at from database_identity where only_row = $1`;

const STORED_EPOCH = 'select epoch from database_identity where only_row = $1';

const createQuery =
  (db: Database): RunStatement =>
  (sql, values) =>
    run(db, sql, values);

const readIdentities = async (
  query: RunStatement,
): Promise<{ currentIdentity: Identity; storedIdentity: Identity | undefined }> => {
  const [currentIdentity] = (await query(CURRENT_IDENTITY, [true])) as [Identity];
  const [storedIdentity] = (await query(STORED_IDENTITY, [true])) as Identity[];
  return { currentIdentity, storedIdentity };
};

const isSameDatabase = (a: Identity, b: Identity) =>
  a.system_identifier === b.system_identifier &&
  a.timeline === b.timeline &&
  a.database_oid === b.database_oid;

const isUnchanged = (a: Identity, b: Identity) =>
  isSameDatabase(a, b) && a.postmaster_started_at === b.postmaster_started_at;

/** Replacing a running server's database always ends its connections, so checking new connections is enough. */
export const hasIdentityChanged = async (query: RunStatement): Promise<boolean> => {
  const { currentIdentity, storedIdentity } = await readIdentities(query);
  return !storedIdentity || !isUnchanged(storedIdentity, currentIdentity);
};

/** `isDatabaseReplaced` is true after a restore or the promotion of a standby. */
export type EpochOutcome = { isRaised: boolean; isDatabaseReplaced: boolean };

/** An arbitrary key, used to serialise processes that start at the same time. */
const EPOCH_LOCK = 7_101_974;

/** Raises the epoch unless the database is unchanged and another process is already serving it. */
export const raiseEpochAtStart = (db: Database): Promise<EpochOutcome> =>
  db.transaction().execute(async (trx): Promise<EpochOutcome> => {
    await run(trx, 'select pg_advisory_xact_lock($1)', [EPOCH_LOCK]);
    const { currentIdentity, storedIdentity } = await readIdentities(createQuery(trx));
    const isDatabaseReplaced =
      storedIdentity !== undefined && !isSameDatabase(storedIdentity, currentIdentity);
    if (storedIdentity && isUnchanged(storedIdentity, currentIdentity) && (await isServed(trx)))
      return { isRaised: false, isDatabaseReplaced };
    await writeEpoch(trx, currentIdentity);
    return { isRaised: true, isDatabaseReplaced };
  });

/** Raises the epoch unconditionally. */
export const raiseEpoch = (db: Database): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await run(trx, 'select pg_advisory_xact_lock($1)', [EPOCH_LOCK]);
    await writeEpoch(trx, (await readIdentities(createQuery(trx))).currentIdentity);
  });

const TRY_SERVING_LOCK = statement(
  'try-serving-lock',
)`select pg_try_advisory_xact_lock($1) as is_free`.narrow<{ is_free: boolean }>();

/** Returns true if any process is listening to this database for changes (service/database/connect.ts). */
const isServed = async (trx: DatabaseTransaction): Promise<boolean> => {
  const [lock] = await run(trx, TRY_SERVING_LOCK, [SERVING_LOCK]);
  return !lock!.is_free;
};

const NEXT_EPOCH = statement('next-epoch')`select next_feed_epoch($1) as epoch`.narrow<{ epoch: number }>();

const writeEpoch = async (trx: DatabaseTransaction, identity: Identity): Promise<void> => {
  const [stored] = await run<{ epoch: number }>(trx, STORED_EPOCH, [true]);
  const { epoch } = await readRow(trx, NEXT_EPOCH, [stored?.epoch ?? 0]);
  await run(
    trx,
    `insert into database_identity (epoch, system_identifier, timeline, database_oid, postmaster_started_at)
     values ($1, $2, $3, $4, $5)
     on conflict on constraint database_identity_pkey do update set
       epoch = excluded.epoch, system_identifier = excluded.system_identifier, timeline = excluded.timeline,
       database_oid = excluded.database_oid, postmaster_started_at = excluded.postmaster_started_at`,
    [
      epoch,
      identity.system_identifier,
      identity.timeline,
      identity.database_oid,
      identity.postmaster_started_at,
    ],
  );
};

export const openFeed = async (trx: DatabaseTransaction, tenantId: number): Promise<void> => {
  await run(trx, 'insert into feed_counter (tenant_id, version) values ($1, 0)', [tenantId]);
};
