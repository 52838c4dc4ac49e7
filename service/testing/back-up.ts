import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type BackupOptions, type CreatedBackup, createBackup } from '#service/backup/create-backup.ts';
import { type RestoreOptions, type RestoreResult, restoreSet } from '#service/backup/restore-set.ts';
import { readManifest, requireSetName } from '#service/backup/sets.ts';
import { type VerifyResult, verifySet } from '#service/backup/verify-set.ts';
import { openBulkConnection } from '#service/database/bulk-connection.ts';
import { connect, type Database, type DatabaseHandle } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { openFiles } from '#service/files/open-files.ts';
import { createDatabase, type TestDatabase } from './create-database.ts';

/** Opens a folder for sets or files, and removes it after the test. */
export const openTestFolder = async (t: TestContext): Promise<{ folder: string; files: Files }> => {
  // Use memory if possible, because a set consists of a hundred files, each synced to disk.
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'ronda-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return { folder, files: await openFiles({ folder }) };
};

type Source = { database: DatabaseHandle; files: Files };

/** Creates a backup set like `ronda backup`. */
export const backUp = async (
  { database, files }: Source,
  target: Files,
  options: Partial<BackupOptions> = {},
): Promise<CreatedBackup> => {
  const backup = await createBackup({
    connection: database.connection,
    database,
    files,
    target,
    targetName: 'the target',
    keep: undefined,
    key: null,
    product: '0.0.0',
    dueAt: null,
    now: () => new Date(),
    signal: new AbortController().signal,
    onProgress: () => {},
    onRepaired: () => {},
    ...options,
  });
  return backup!;
};

const createQuietOptions = () => ({ signal: new AbortController().signal, onProgress: () => {} });

/** Restores a set like `ronda restore`, into a database that contains only the schema. */
export const restoreInto = async (
  database: TestDatabase,
  target: Files,
  options: Partial<RestoreOptions & { set: string }> & Pick<RestoreOptions, 'files'>,
): Promise<RestoreResult> => {
  const bulk = await openBulkConnection(database.connection);
  const maintenance = connect(database.connection, { poolSize: 1, onError: () => {} });
  try {
    return await restoreSet(
      { bulk, maintenance: maintenance.db },
      {
        target,
        manifest: await readManifest(target, await requireSetName(target, options.set)),
        allowsExistingFiles: false,
        confirmReplace: async () => false,
        storeKey: async () => {},
        ...createQuietOptions(),
        ...options,
      },
    );
  } finally {
    await bulk.close().catch(() => undefined);
    await maintenance.close();
  }
};

/** Verifies the newest set, using a test database for its tables. */
export const verify = async (t: TestContext, target: Files): Promise<VerifyResult> => {
  const set = await requireSetName(target, undefined);
  return verifySet(
    {
      target,
      set,
      openScratch: async () => {
        const { connection } = await createDatabase(t);
        const bulk = await openBulkConnection(connection);
        await bulk.query('drop schema public cascade; create schema public');
        const maintenance = connect(connection, { poolSize: 1, onError: () => {} });
        const close = async () => {
          await bulk.close();
          await maintenance.close();
        };
        return { bulk, maintenance: maintenance.db, close };
      },
    },
    createQuietOptions(),
  );
};

/** Tables that a restore changes or that differ between databases. */
const EXCLUDED_TABLES = [
  'audit_event',
  'backup_run',
  'database_identity',
  'feed_counter',
  'feed_epoch',
  'schema_migration',
];

/** Returns a digest of each table's rows, except for tables that a restore changes. */
export const digestTables = async (db: Database): Promise<Record<string, string>> => {
  const tables = await run<{ name: string }>(
    db,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and not table_name = any($1) order by 1`,
    [EXCLUDED_TABLES],
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [digest] = await run<{ rows: string }>(
      db,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows
       from ${name} as t where $1`,
      [true],
    );
    digests[name] = digest!.rows;
  }
  return digests;
};
