import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/*
 * A database that was restored from a backup, or a standby that was promoted too early, has forgotten positions that
 * readers may hold. Were the same numbers given out again, a reader would skip what they now stand for. So every token
 * carries the epoch in which it was handed out. When the database is not the one it was (another cluster, timeline or
 * oid), or knows less than this server remembers of it (files or a dump put back into the same one), the epoch rises and
 * each tenant's last version is kept as the base: an older token up to the base means what it always meant; an older
 * token above it has seen a history that no longer exists and is served from the start (decision C6). The versions
 * themselves go on counting, and a rise without need harms nobody.
 */

const EPOCH_ZERO = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

/** Epochs are hours, so that one taken after a restore is larger than any that the lost history can have used. */
const epochOf = (now: number) => Math.floor((now - EPOCH_ZERO) / HOUR_MS);

type Identity = { system_identifier: string; timeline: number; database_oid: number };
type KnownIdentity = Identity & { epoch: number };

/** What a server remembers outside the database, which a restore does not take back. */
export type RememberedHistory = {
  /** Two restores within an hour are told apart by it. */
  epoch: number;
  /** Which database `positions` is about. */
  database: string;
  /** How many positions it had given out, in all feeds together. */
  positions: number;
};
export type HistoryMemory = {
  read(): Promise<RememberedHistory>;
  write(history: RememberedHistory): Promise<void>;
};

export const NOTHING_REMEMBERED: RememberedHistory = { epoch: 0, database: '', positions: 0 };

export type HistoryOutcome = 'new' | 'same' | 'branched';

/** The timeline of the log that is being written: that of the last checkpoint is old for minutes after a promotion. */
const CURRENT_IDENTITY = `
  select system_identifier::text as system_identifier,
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline,
         (select oid::bigint from pg_database where datname = current_database()) as database_oid
  from pg_control_system() where $1`;

const KNOWN_IDENTITY =
  'select epoch, system_identifier, timeline, database_oid from database_identity where only_row = $1';

/** Raises the epoch when the database's history may have branched. */
export const recogniseHistory = async (
  db: Database,
  { memory, now }: { memory: HistoryMemory; now: number },
): Promise<HistoryOutcome> => {
  const remembered = await memory.read();
  const outcome = await db.transaction().execute(async (trx): Promise<HistoryOutcome> => {
    await run(trx, 'select pg_advisory_xact_lock($1)', [HISTORY_LOCK]);
    const [current] = await run<Identity>(trx, CURRENT_IDENTITY, [true]);
    const [known] = await run<KnownIdentity>(trx, KNOWN_IDENTITY, [true]);
    if (!current) throw new Error('PostgreSQL does not say which database it is.');
    if (known && isSame(known, current) && !hasForgotten(await readStand(askOf(trx)), remembered))
      return 'same';

    const next = Math.max((known?.epoch ?? 0) + 1, remembered.epoch + 1, epochOf(now));
    await raiseEpoch(trx, next, current);
    return known ? 'branched' : 'new';
  });
  await memory.write(await readStand(askOf(db)));
  return outcome;
};

/** Runs a statement and returns its rows: in the pool, in a transaction, or on a connection that is new. */
export type Ask = (text: string, values: readonly unknown[]) => Promise<unknown[]>;

const askOf =
  (db: Database): Ask =>
  (text, values) =>
    run(db, text, values);

const STAND = `
  select epoch, system_identifier || '/' || database_oid as database,
         (select coalesce(sum(version), 0)::bigint from feed_counter) as positions
  from database_identity where only_row = $1`;

const readStand = async (ask: Ask): Promise<RememberedHistory> => {
  const [stand] = (await ask(STAND, [true])) as RememberedHistory[];
  return stand!;
};

/** Whether this database once knew more: an older copy of it was put back. */
const hasForgotten = (stand: RememberedHistory, remembered: RememberedHistory): boolean =>
  stand.database === remembered.database &&
  (stand.epoch < remembered.epoch || stand.positions < remembered.positions);

/**
 * Whether the database is no longer the one that is remembered. Asked on every new connection before anything else is
 * done with it: whatever exchanges the database under a running server, a failover above all, ends the connections.
 */
export const hasBranched = async (ask: Ask, memory: HistoryMemory): Promise<boolean> => {
  const [current] = (await ask(CURRENT_IDENTITY, [true])) as Identity[];
  const [known] = (await ask(KNOWN_IDENTITY, [true])) as KnownIdentity[];
  return !known || !isSame(known, current!) || hasForgotten(await readStand(ask), await memory.read());
};

/** Remembers how far the database has come: called every second or so, and when the server stops. Never goes back. */
export const rememberHistory = async (db: Database, memory: HistoryMemory): Promise<void> => {
  const stand = await readStand(askOf(db));
  const remembered = await memory.read();
  const { epoch, database, positions } = remembered;
  const isKnown = stand.epoch === epoch && stand.database === database && stand.positions === positions;
  if (!isKnown && !hasForgotten(stand, remembered)) await memory.write(stand);
};

/** Any constant will do: servers that start together recognise one after the other. */
const HISTORY_LOCK = 7_101_974;

const isSame = (known: Identity, current: Identity) =>
  known.system_identifier === current.system_identifier &&
  known.timeline === current.timeline &&
  known.database_oid === current.database_oid;

const raiseEpoch = async (trx: DatabaseTransaction, epoch: number, identity: Identity): Promise<void> => {
  await run(
    trx,
    `insert into database_identity (epoch, system_identifier, timeline, database_oid) values ($1, $2, $3, $4)
     on conflict on constraint database_identity_pkey do update set
       epoch = excluded.epoch, system_identifier = excluded.system_identifier, timeline = excluded.timeline,
       database_oid = excluded.database_oid`,
    [epoch, identity.system_identifier, identity.timeline, identity.database_oid],
  );
  await run(
    trx,
    `insert into feed_epoch (tenant_id, epoch, base_version) select tenant_id, $1, version from feed_counter`,
    [epoch],
  );
  await run(trx, 'update feed_counter set epoch = $1', [epoch]);
};

/** Gives a new tenant its feed, in the current epoch. Tokens of an earlier tenant or database start over. */
export const openFeed = async (trx: DatabaseTransaction, tenantId: number): Promise<void> => {
  const opened = await run(
    trx,
    `insert into feed_counter (tenant_id, epoch, version) select $1, epoch, 0 from database_identity returning version`,
    [tenantId],
  );
  if (opened.length === 0)
    throw new Error('The history of this database was not recognised before a tenant was made.');
  await run(
    trx,
    'insert into feed_epoch (tenant_id, epoch, base_version) select $1, epoch, 0 from database_identity',
    [tenantId],
  );
};
