import { createHash, randomBytes } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { raiseEpochAtStart } from '#service/changes/raise-epoch.ts';
import { connect, type DatabaseConnection, type DatabaseHandle } from '#service/database/connect.ts';
import { migrate, readMigrations } from '#service/database/migrate.ts';
import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';
import { dropDatabase } from './drop-database.ts';

/**
 * Databases are created in memory if there is enough. That takes 10 ms, compared with 20 to 250 ms on disk, which would
 * be a third of the duration of most tests.
 */
const MEMORY_FOLDER = '/dev/shm';
const REQUIRED_BYTES = 4 * 2 ** 30;
const hasEnoughSpace = (folder: string) => {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= REQUIRED_BYTES;
};

/** All test processes share one PostgreSQL server: the first process starts it, and the last one stops it. */
const DATA_DIR = join(
  hasEnoughSpace(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(),
  `ronda-test-${userInfo().username}`,
);
const TEMPLATE_LOCK = 7_101_975;

type ServerAddress = Extract<DatabaseConnection, { host: string }>;
type Server = {
  address: ServerAddress;
  maintenance: DatabaseHandle;
  template: string;
  stop(): Promise<void>;
};

let server: Promise<Server> | undefined;
after(() => server?.then(({ stop }) => stop()));

export type TestDatabase = DatabaseHandle & { connection: ServerAddress; drop(): Promise<void> };

/** Creates a migrated database that is dropped after the test. */
export const createDatabase = async (t: TestContext): Promise<TestDatabase> => {
  const database = await openTestDatabase();
  t.after(() => database.drop());
  return database;
};

/** Like `createDatabase`, for tests that must close other resources before they call `drop` themselves. */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  server ??= startServer();
  const { address, maintenance, template } = await server;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(maintenance.db);
  const connection = { ...address, database: name };
  const handle = connect(connection, { poolSize: 16, onError: () => {} });
  return {
    ...handle,
    connection,
    drop: async () => {
      await handle.close();
      await dropDatabase(maintenance.db, name);
    },
  };
};

const startServer = async (): Promise<Server> => {
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: DATA_DIR,
    log: { info: () => {}, warn: () => {} },
    maxConnections: 300,
  });
  const maintenance = connect(connection, { poolSize: 2, onError: () => {} });
  return {
    address: connection,
    maintenance,
    template: await ensureTemplate(maintenance, connection),
    stop: async () => {
      await maintenance.close();
      await stop();
    },
  };
};

/** Returns the migrated database that test databases are cloned from, created once per set of migrations. */
const ensureTemplate = async (maintenance: DatabaseHandle, address: ServerAddress): Promise<string> => {
  const migrations = JSON.stringify(await readMigrations());
  const template = `template_${createHash('sha256').update(migrations).digest('hex').slice(0, 16)}`;
  await maintenance.db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${sql.lit(TEMPLATE_LOCK)})`.execute(connection);
    const { rows } = await sql`select from pg_database where datname = ${template}`.execute(connection);
    if (rows.length === 0) {
      const temporaryName = `draft_${randomBytes(8).toString('hex')}`;
      await sql`create database ${sql.id(temporaryName)}`.execute(connection);
      const handle = connect({ ...address, database: temporaryName }, { poolSize: 1, onError: () => {} });
      await migrate(handle.db);
      await handle.close();
      await sql`alter database ${sql.id(temporaryName)} rename to ${sql.id(template)}`.execute(connection);
    }
    await sql`select pg_advisory_unlock(${sql.lit(TEMPLATE_LOCK)})`.execute(connection);
  });
  return template;
};

/**
 * Registers the database as if a server had started a minute ago. Otherwise, tests would have to wait: an epoch lasts
 * at least a second.
 */
export const registerDatabase = async ({ db }: DatabaseHandle): Promise<void> => {
  await raiseEpochAtStart(db);
  await sql`update database_identity set epoch = epoch - 60`.execute(db);
};
