import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { openFiles } from '#service/files/open-files.ts';
import { backUp, digestTables, openTestFolder, restoreInto, verify } from '#service/testing/back-up.ts';
import { taskBody } from '#service/testing/caller.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { startObjectStore } from '#service/testing/start-object-store.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, parseUploadId, startUploadClient } from '#service/testing/upload-client.ts';
import { readBackupStatus } from './backup-run.ts';
import { listSets } from './sets.ts';

const getSource = ({ database, services }: TestService) => ({ database, files: services.uploads.files });

const listKeys = async (files: Files, prefix = '') =>
  (await Array.fromAsync(files.list(prefix))).map(({ key }) => key).sort();

/** Starts a service with one task and an inspection with a picture. */
const startWithPicture = async (
  t: TestContext,
  ...rest: Parameters<typeof startService> extends [unknown, ...infer Rest] ? Rest : never
) => {
  const service = await startService(t, ...rest);
  const anna = await startUploadClient(service, 'anna', { externalId: 'WO-1' });
  const { response } = await anna.send(await createNoisyJpeg(30, 20), { field: 'Photos' });
  assert.equal(response.status, 204);
  return { service, anna };
};

test('restoring a backup into another database reproduces all tables and files', async (t) => {
  const { service } = await startWithPicture(t);
  const [target, restoreFolder, destination] = [
    await openTestFolder(t),
    await openTestFolder(t),
    await createDatabase(t),
  ];
  const { manifest } = await backUp(getSource(service), target.files);
  const expected = await digestTables(service.database.db);
  const erp = await service.as('erp');
  await erp.task('post', taskBody({ externalId: 'written after the backup' }));

  const restored = await restoreInto(destination, target.files, { files: restoreFolder.files });
  assert.deepEqual(await digestTables(destination.db), expected);
  assert.deepEqual(restored, { unknownTables: [], missingFiles: [] });
  assert.deepEqual(await listKeys(restoreFolder.files), await listKeys(getSource(service).files));
  assert.equal(manifest.tables.task!.rows, 1);
  assert.equal(manifest.files.count, 2, 'the picture and its thumbnail');

  const status = await readBackupStatus(destination.db);
  assert.equal(status.lastSucceededAt?.toISOString(), manifest.snapshotAt, 'not newer than the set');
  const audit = await run<{ kind: string; set: string }>(
    destination.db,
    `select kind, details ->> 'set' as set from audit_event where kind = 'server.restored'`,
    [],
  );
  assert.deepEqual(audit, [{ kind: 'server.restored', set: manifest.set }]);
  // Identity columns continue after the restored values.
  await run(
    destination.db,
    `insert into app_user (tenant_id, user_name, name, surname) select tenant_id, 'next', '', '' from tenant limit 1 returning 1`,
    [],
  );
});

test('backs up from one bucket to another', async (t) => {
  const fileStore = { bucket: await startObjectStore(t) };
  const { service } = await startWithPicture(t, { fileStore });
  const target = await openFiles({ bucket: { ...fileStore.bucket, prefix: 'sets/of/ronda/' } });
  t.after(() => target.close());
  const { manifest } = await backUp(getSource(service), target);
  const { problems } = await verify(t, target);
  assert.deepEqual([problems, manifest.files.count], [[], 2]);
  const [restoreFolder, destination] = [await openTestFolder(t), await createDatabase(t)];
  await restoreInto(destination, target, { files: restoreFolder.files });
  assert.deepEqual(await digestTables(destination.db), await digestTables(service.database.db));
});

test('verification reports flipped bits, missing files and truncated dumps', async (t) => {
  const { service } = await startWithPicture(t);
  const { folder, files: target } = await openTestFolder(t);
  const { manifest } = await backUp(getSource(service), target);
  const set = join('sets', manifest.set);
  const listProblems = async (path: string, damage: (file: string) => Promise<unknown>) => {
    const file = join(folder, path);
    const content = await readFile(file);
    await damage(file);
    const { problems } = await verify(t, target).catch((error: Error) => ({
      problems: [error.message],
    }));
    await writeFile(file, content);
    return problems;
  };
  const flipBit = async (file: string) => {
    const content = await readFile(file);
    const middle = content.length >> 1;
    content[middle] = content[middle]! ^ 1;
    await writeFile(file, content);
  };
  const [picture] = await listKeys(target, 'files/');
  const table = join(set, 'tables/task.0001.zst');
  assert.deepEqual((await verify(t, target)).problems, []);
  assert.deepEqual(await listProblems(picture!, flipBit), [`${picture} is damaged: its SHA-256 differs.`]);
  assert.deepEqual(await listProblems(picture!, (file) => rm(file)), [`${picture} is missing.`]);
  assert.deepEqual(await listProblems(table, flipBit), [`${table} is damaged: its SHA-256 differs.`]);
  assert.match(
    (await listProblems(table, (file) => truncate(file, 40)))[0]!,
    /task\.0001\.zst has 40 bytes, not \d+\.$/,
  );
  assert.deepEqual(await listProblems(table, (file) => rm(file)), [`${table} is missing.`]);
  assert.match((await listProblems(join(set, 'manifest.json'), flipBit))[0]!, /manifest\.json is damaged/);
});

test('files shared with a later set are copied once and survive the deletion of older sets', async (t) => {
  const { service, anna } = await startWithPicture(t);
  const { folder, files: target } = await openTestFolder(t);
  const copiedKeys: string[] = [];
  const put = target.put;
  target.put = (key, ...rest) => {
    if (/^files\/\d/.test(key)) copiedKeys.push(key);
    return put(key, ...rest);
  };
  const firstBackup = await backUp(getSource(service), target);
  assert.equal(copiedKeys.splice(0).length, 2);
  await anna.send(await createNoisyJpeg(20, 20), { field: 'Album' });
  await backUp(getSource(service), target);
  assert.equal(copiedKeys.splice(0).length, 2, 'only the new picture and its thumbnail');

  // Only one set needs this piece of an unfinished upload.
  const photo = await createNoisyJpeg(30, 30);
  const id = parseUploadId(await anna.create(photo.length, { field: 'Placed' }));
  await anna.patch(id, 0, photo.subarray(0, 10));
  const backupWithPiece = await backUp(getSource(service), target);
  assert.equal(copiedKeys.splice(0).length, 1);
  await anna.patch(id, 10, photo.subarray(10));
  const lastBackup = await backUp(getSource(service), target, { keep: 1 });
  assert.deepEqual(lastBackup.pruned.deleted.at(0), firstBackup.manifest.set);
  assert.deepEqual(lastBackup.pruned.deleted.at(-1), backupWithPiece.manifest.set);
  assert.equal((await listKeys(target, 'files/')).length, 6);
  assert.deepEqual(await readdir(join(folder, 'sets')), [lastBackup.manifest.set]);
  assert.deepEqual((await verify(t, target)).problems, []);
});

test('other operating system accounts cannot read the files in a set', async (t) => {
  const { service } = await startWithPicture(t);
  const { folder, files: target } = await openTestFolder(t);
  await backUp(getSource(service), target);
  for (const key of await listKeys(target)) {
    assert.equal((await stat(join(folder, key))).mode & 0o077, 0, key);
  }
});

test('rejects a concurrent backup and names the running one', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const backupStarted = Promise.withResolvers<void>();
  const canContinue = Promise.withResolvers<void>();
  const slowTarget: Files = {
    ...target,
    put: async (...file) => {
      backupStarted.resolve();
      await canContinue.promise;
      return target.put(...file);
    },
  };
  const firstBackup = backUp(getSource(service), slowTarget, { targetName: '/mnt/backups' });
  await backupStarted.promise;
  await assert.rejects(
    backUp(getSource(service), target),
    new RegExp(`A backup to /mnt/backups has been running since .* on .* \\(process ${process.pid}\\)`),
  );
  canContinue.resolve();
  await firstBackup;
  assert.equal((await listSets(target)).length, 1);
});

test('a killed backup leaves only an unfinished set, which the next backup deletes', async (t) => {
  const { service } = await startWithPicture(t);
  const { files: target } = await openTestFolder(t);
  const killController = new AbortController();
  const failingTarget: Files = {
    ...target,
    put: async (key, ...rest) => {
      if (key.includes('/tables/task.')) killController.abort();
      return target.put(key, ...rest);
    },
    // Simulates a killed process, which cleans nothing up.
    delete: async (keys) => {
      if (killController.signal.aborted) throw new Error('killed');
      return target.delete(keys);
    },
  };
  await assert.rejects(backUp(getSource(service), failingTarget, { signal: killController.signal }));
  const [unfinishedSet] = await listSets(target);
  assert.equal(unfinishedSet?.isComplete, false);
  assert.equal((await readBackupStatus(service.database.db)).lastSucceededAt, null);
  assert.notEqual((await readBackupStatus(service.database.db)).failedAt, null);
  await assert.rejects(verify(t, target), /only unfinished sets/);

  const { manifest } = await backUp(getSource(service), target);
  assert.deepEqual(
    (await listSets(target)).map(({ name, isComplete }) => [name, isComplete]),
    [[manifest.set, true]],
  );
});

test('a backup to an unwritable target fails and gives the reason', async (t) => {
  const service = await startService(t);
  const { folder } = await openTestFolder(t);
  await writeFile(join(folder, 'file'), '');
  const target = await openFiles({ folder: join(folder, 'file', 'sets') });
  await assert.rejects(
    backUp(getSource(service), target, { targetName: '/mnt/full' }),
    /Could not write the backup to \/mnt\/full.*ENOTDIR/,
  );
});
