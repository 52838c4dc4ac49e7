import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BulkConnection, openBulkConnection } from '#service/database/bulk-connection.ts';
import { migrate, readMigrations } from '#service/database/migrate.ts';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { backUp, digestTables, openTestFolder, restoreInto } from '#service/testing/back-up.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { startService } from '#service/testing/start-service.ts';
import { printManifest } from './manifest.ts';
import { refuseUnfinishedRestore } from './restore-mark.ts';
import { manifestKey, readManifest } from './sets.ts';

test('a database that holds tenants is replaced only after confirmation', async (t) => {
  const [service, other] = [await startService(t), await startService(t)];
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const asked: number[] = [];
  const files = other.services.uploads.files;
  const before = await digestTables(other.database.db);
  await assert.rejects(
    restoreInto(other.database, target, {
      files,
      mayReplace: async (tenants) => {
        asked.push(tenants);
        return false;
      },
    }),
    // Its server is still running.
    /is using this database: stop it first/,
  );
  assert.deepEqual([asked, await digestTables(other.database.db)], [[], before]);
});

test('a restore that is killed keeps servers from starting and can be run again', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const [elsewhere, { files }] = [await createDatabase(t), await openTestFolder(t)];
  const killed = new AbortController();
  let reads = 0;
  const dying: Files = {
    ...target,
    read: async (key) => {
      // Once for the check and once for the rows.
      if (key.includes('/tables/team.') && ++reads === 2) killed.abort();
      return target.read(key);
    },
  };
  await assert.rejects(restoreInto(elsewhere, dying, { files, signal: killed.signal }));
  await assert.rejects(refuseUnfinishedRestore(elsewhere.db), /has not finished: run ronda restore again/);
  await elsewhere.close();

  await restoreInto(elsewhere, target, { files });
  const bulk = await openBulkConnection(elsewhere.connection);
  t.after(() => bulk.close());
  const [found] = await bulk.query<{ tenants: number; mark: string | null }>(
    `select (select count(*)::integer from tenant) as tenants, to_regclass('restore_unfinished')::text as mark`,
  );
  assert.deepEqual(found, { tenants: 1, mark: null });
});

test('a damaged set is refused before anything is deleted', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const { manifest } = await backUp(
    { database: service.database, files: service.services.uploads.files },
    target,
  );
  const [elsewhere, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await target.delete([`sets/${manifest.set}/tables/team.0001.zst`]);
  await assert.rejects(restoreInto(elsewhere, target, { files }), /tables\/team\.0001\.zst is missing/);
  await refuseUnfinishedRestore(elsewhere.db);
});

test('a set of a newer version is refused with the version that made it', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const { manifest } = await backUp(
    { database: service.database, files: service.services.uploads.files },
    target,
  );
  const newer = { ...manifest, product: '9.1.0', schema: 9_999, migrations: [...manifest.migrations, 9_999] };
  const text = Buffer.from(printManifest(newer));
  await target.put(manifestKey(manifest.set), text, text.length);
  assert.equal((await readManifest(target, manifest.set)).product, '9.1.0');
  const [elsewhere, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await assert.rejects(
    restoreInto(elsewhere, target, { files }),
    /was made by Ronda 9\.1\.0 and has the schema 9999; this version knows \d+/,
  );
});

test('a set of an older schema is migrated to the current schema', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const { manifest } = await backUp(
    { database: service.database, files: service.services.uploads.files },
    target,
  );
  // As if the newest migration had not been there: its table is not in the set.
  const newest = (await readMigrations()).at(-1)!.number;
  const { backup_run: _, ...tables } = manifest.tables;
  const older = {
    ...manifest,
    tables,
    sequences: manifest.sequences.filter(({ table }) => table !== 'backup_run'),
    migrations: manifest.migrations.filter((number) => number !== newest),
  };
  const text = Buffer.from(printManifest(older));
  await target.put(manifestKey(manifest.set), text, text.length);
  const [elsewhere, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await restoreInto(elsewhere, target, { files });
  await migrate(elsewhere.db, { onApply: () => assert.fail('nothing is left to migrate') });
  const [task] = await run<{ count: number }>(
    elsewhere.db,
    `select count(*)::integer as count from backup_run where $1`,
    [true],
  );
  assert.deepEqual(task, { count: 0 });
});

test('a database with tables of another program is not changed', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const [elsewhere, { files }] = [await createDatabase(t), await openTestFolder(t)];
  const bulk = await openBulkConnection(elsewhere.connection);
  await bulk.query('drop schema public cascade; create schema public; create table invoices (id integer)');
  await bulk.close();
  await assert.rejects(restoreInto(elsewhere, target, { files }), /tables that are not Ronda's \(invoices\)/);
});

test('a database of something else that also has a table named schema_migration is left alone', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const [elsewhere, { files }] = [await createDatabase(t), await openTestFolder(t)];
  const bulk = await openBulkConnection(elsewhere.connection);
  await bulk.query('drop schema public cascade; create schema public');
  await bulk.query('create table schema_migration (id integer); create table invoices (id integer)');
  await bulk.close();
  await assert.rejects(restoreInto(elsewhere, target, { files }), /tables that are not Ronda's \(invoices\)/);
});

test('no backup is made of a database whose restore was killed', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const source = { database: service.database, files: service.services.uploads.files };
  await backUp(source, target);
  const [elsewhere, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await assert.rejects(
    restoreInto(elsewhere, target, { files, storeKey: () => Promise.reject(new Error('killed')) }),
    /killed/,
  );
  await assert.rejects(backUp({ database: elsewhere, files }, target), /run ronda restore again/);
});

test('a server that starts while the set is read ends the restore before anything is changed', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files: service.services.uploads.files }, target);
  const [elsewhere, { files }] = [await createDatabase(t), await openTestFolder(t)];
  await elsewhere.close();
  let server: BulkConnection | undefined;
  const starting: Files = {
    ...target,
    read: async (key) => {
      if (key.includes('/tables/')) server ??= await openBulkConnection(elsewhere.connection);
      return target.read(key);
    },
  };
  await assert.rejects(restoreInto(elsewhere, starting, { files }), /is using this database: stop it first/);
  const [found] = await server!.query<{ mark: string | null; tasks: string | null }>(
    `select to_regclass('restore_unfinished')::text as mark, to_regclass('task')::text as tasks`,
  );
  await server!.close();
  assert.deepEqual(found, { mark: null, tasks: 'task' });
});
