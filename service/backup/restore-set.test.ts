import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BulkConnection, openBulkConnection } from '#service/database/bulk-connection.ts';
import { migrate, readMigrations } from '#service/database/migrate.ts';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { backUp, digestTables, openTestFolder, restoreInto } from '#service/testing/back-up.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { startService } from '#service/testing/start-service.ts';
import { formatManifest } from './manifest.ts';
import { rejectUnfinishedRestore } from './restore-marker.ts';
import { formatManifestKey, readManifest } from './sets.ts';

test('a database in use by a server is not replaced, without even asking for confirmation', async (t) => {
  const [service, other] = [await startService(t), await startService(t)];
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const prompts: number[] = [];
  const files = other.services.uploads.files;
  const expected = await digestTables(other.database.db);
  await assert.rejects(
    restoreInto(other.database, target, {
      files,
      confirmReplace: async (tenants) => {
        prompts.push(tenants);
        return false;
      },
    }),
    // The database's own server is still running.
    /is using this database\. Stop it first/,
  );
  assert.deepEqual([prompts, await digestTables(other.database.db)], [[], expected]);
});

test('rejects an empty database with a non-empty file store, unless the operator allows existing files', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const [destination, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await files.put('1/stray', Buffer.from('x'), 1);
  await assert.rejects(restoreInto(destination, target, { files }), /the file store contains files/);
  await restoreInto(destination, target, { files, allowsExistingFiles: true });
  assert.equal(await files.size('1/stray'), 1);
});

test('servers do not start after a killed restore until it has been rerun', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const [destination, { files }] = [await createDatabase(t), await openTestFolder(t)];
  const killController = new AbortController();
  let reads = 0;
  const failingTarget: Files = {
    ...target,
    read: async (key) => {
      // The part is read once to verify it and again to load its rows.
      if (key.includes('/tables/team.') && ++reads === 2) killController.abort();
      return target.read(key);
    },
  };
  await assert.rejects(restoreInto(destination, failingTarget, { files, signal: killController.signal }));
  await assert.rejects(rejectUnfinishedRestore(destination.db), /did not finish\. Run ronda restore again/);
  await destination.close();

  await restoreInto(destination, target, { files });
  const bulk = await openBulkConnection(destination.connection);
  t.after(() => bulk.close());
  const [row] = await bulk.query<{ tenants: number; marker: string | null }>(
    `select (select count(*)::integer from tenant) as tenants, to_regclass('restore_unfinished')::text as marker`,
  );
  assert.deepEqual(row, { tenants: 1, marker: null });
});

test('servers do not start on an empty database while the set is being verified', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const [destination, { files }] = [await createDatabase(t), await openTestFolder(t)];
  const stopController = new AbortController();
  const observedTarget: Files = {
    ...target,
    read: async (key) => {
      if (key.includes('/tables/') && !stopController.signal.aborted) {
        await assert.rejects(rejectUnfinishedRestore(destination.db), /did not finish/);
        stopController.abort();
      }
      return target.read(key);
    },
  };
  await assert.rejects(
    restoreInto(destination, observedTarget, { files, signal: stopController.signal }),
    /abort/,
  );
  await rejectUnfinishedRestore(destination.db);
});

test('rejects a damaged set before deleting anything', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const { manifest } = await backUp(
    { database: service.database, files: service.services.uploads.files },
    target,
  );
  const [destination, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await target.delete([`sets/${manifest.set}/tables/team.0001.zst`]);
  await assert.rejects(restoreInto(destination, target, { files }), /tables\/team\.0001\.zst is missing/);
});

test('rejects a set from a newer version, naming that version', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const { manifest } = await backUp(
    { database: service.database, files: service.services.uploads.files },
    target,
  );
  const newerManifest = {
    ...manifest,
    product: '9.1.0',
    schema: 9_999,
    migrations: [...manifest.migrations, 9_999],
  };
  const text = Buffer.from(formatManifest(newerManifest));
  await target.put(formatManifestKey(manifest.set), text, text.length);
  assert.equal((await readManifest(target, manifest.set)).product, '9.1.0');
  const [destination, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await assert.rejects(
    restoreInto(destination, target, { files }),
    /was created by Ronda 9\.1\.0 with schema 9999; this version supports schema \d+/,
  );
});

test('migrates a set with an older schema to the current schema', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const { manifest } = await backUp(
    { database: service.database, files: service.services.uploads.files },
    target,
  );
  // Simulates a set from before the migration that renamed columns: they have their old names, and one table did not
  // exist yet.
  const renamingMigration = (await readMigrations()).find(({ name }) => name === 'column-names')!.number;
  const { backup_run: _, upload_housekeeping, ...tables } = manifest.tables;
  assert.deepEqual(upload_housekeeping!.columns, ['job', 'started_at']);
  const olderManifest = {
    ...manifest,
    tables: { ...tables, upload_housekeeping: { ...upload_housekeeping!, columns: ['work', 'begun_at'] } },
    sequences: manifest.sequences.filter(({ table }) => table !== 'backup_run'),
    migrations: manifest.migrations.filter((number) => number < renamingMigration),
  };
  const text = Buffer.from(formatManifest(olderManifest));
  await target.put(formatManifestKey(manifest.set), text, text.length);
  const [destination, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await restoreInto(destination, target, { files });
  await migrate(destination.db, { onApply: () => assert.fail('nothing is left to migrate') });
  const [backupRuns] = await run<{ count: number }>(
    destination.db,
    `select count(*)::integer as count from backup_run where $1`,
    [true],
  );
  assert.deepEqual(backupRuns, { count: 0 });
});

test('leaves a database with another application’s tables unchanged', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const [destination, { files }] = [await createDatabase(t), await openTestFolder(t)];
  const bulk = await openBulkConnection(destination.connection);
  await bulk.query('drop schema public cascade; create schema public; create table invoices (id integer)');
  await bulk.close();
  await assert.rejects(
    restoreInto(destination, target, { files }),
    /tables of other applications \(invoices\)/,
  );
});

test("leaves another application's database unchanged even if it has a table named schema_migration", async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const [destination, { files }] = [await createDatabase(t), await openTestFolder(t)];
  const bulk = await openBulkConnection(destination.connection);
  await bulk.query('drop schema public cascade; create schema public');
  await bulk.query('create table schema_migration (id integer); create table invoices (id integer)');
  await bulk.close();
  await assert.rejects(
    restoreInto(destination, target, { files }),
    /tables of other applications \(invoices\)/,
  );
});

test('refuses to back up a database after a killed restore', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const source = { database: service.database, files: service.services.uploads.files };
  await backUp(source, target);
  const [destination, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await assert.rejects(
    restoreInto(destination, target, { files, storeKey: () => Promise.reject(new Error('killed')) }),
    /killed/,
  );
  await assert.rejects(backUp({ database: destination, files }, target), /Run ronda restore again/);
});

test('the restore stops before changing anything if a server starts while the set is being read', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const [destination, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await destination.close();
  let server: BulkConnection | undefined;
  const observedTarget: Files = {
    ...target,
    read: async (key) => {
      if (key.includes('/tables/')) server ??= await openBulkConnection(destination.connection);
      return target.read(key);
    },
  };
  await assert.rejects(
    restoreInto(destination, observedTarget, { files }),
    /is using this database\. Stop it first/,
  );
  const [row] = await server!.query<{ marker: string | null; tasks: string | null }>(
    `select to_regclass('restore_unfinished')::text as marker, to_regclass('task')::text as tasks`,
  );
  await server!.close();
  assert.deepEqual(row, { marker: null, tasks: 'task' });
});
