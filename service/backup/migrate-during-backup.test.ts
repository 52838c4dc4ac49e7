import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBulkConnection } from '#service/database/bulk-connection.ts';
import { migrate, readMigrations } from '#service/database/migrate.ts';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { backUp, openTestFolder } from '#service/testing/back-up.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { startUploadClient } from '#service/testing/upload-client.ts';

const getSource = ({ database, services }: TestService) => ({ database, files: services.uploads.files });

/** Migration 46 alters the upload table and can be applied repeatedly. */
const UPLOAD_MIGRATION = 46;
const forgetMigration = ({ database }: TestService, number: number) =>
  run(database.db, 'delete from schema_migration where number = $1', [number]);

const waitForBlockedLock = async ({ database }: TestService) => {
  for (let attempt = 1; attempt <= 500; attempt++) {
    const [row] = await run<{ waits: boolean }>(
      database.db,
      `select exists (select from pg_locks where not granted and database = (
         select oid from pg_database where datname = current_database())) as waits, pg_sleep(0.02) where $1`,
      [true],
    );
    if (row!.waits) return;
  }
  assert.fail('no connection is waiting for a lock');
};

test('a migration during a backup waits for the backup, reports the reason, and blocks no requests', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const { files: target } = await openTestFolder(t);
  const [tablesCopied, canEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  t.after(() => canEnd.resolve());
  const slowTarget: Files = {
    ...target,
    put: async (key, ...rest) => {
      if (key.includes('/wanted.')) {
        tablesCopied.resolve();
        await canEnd.promise;
      }
      return target.put(key, ...rest);
    },
  };
  await anna.create(10, { field: 'Photos' });
  const backup = backUp(getSource(service), slowTarget);
  await tablesCopied.promise;
  await forgetMigration(service, UPLOAD_MIGRATION);
  const waits: string[] = [];
  const migration = migrate(service.database.db, { onWait: (reason) => waits.push(reason) });
  await waitForBlockedLock(service);
  // If queued behind a waiting `alter table`, this request would fail after two seconds.
  const { status } = await anna.create(10, { field: 'Photos' });
  canEnd.resolve();
  await Promise.all([backup, migration]);
  assert.equal(status, 201);
  assert.deepEqual(waits, ['a backup is copying the tables']);
});

test('a backup started during a migration waits for it, so it never records the wrong schema', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const migrationConnection = await openBulkConnection(service.database.connection);
  t.after(() => migrationConnection.close());
  // Takes the lock, as a migration to a later version would.
  await migrationConnection.query('select pg_advisory_lock(7101973)');
  const newest = (await readMigrations()).at(-1)!.number;
  const backupStarted = Promise.withResolvers<void>();
  const observedTarget: Files = {
    ...target,
    check: async () => {
      backupStarted.resolve();
      return target.check();
    },
  };
  const backup = backUp(getSource(service), observedTarget).then(
    () => 'created',
    (error: Error) => error.message,
  );
  await backupStarted.promise;
  await migrationConnection.query('insert into schema_migration (number, name) values ($1, $2)', [
    newest + 1,
    'next',
  ]);
  await migrationConnection.query('select pg_advisory_unlock(7101973)');
  assert.match(await backup, new RegExp(`The database has schema ${newest + 1}, but this version`));
  assert.deepEqual(await Array.fromAsync(target.list('sets/')), []);
});
