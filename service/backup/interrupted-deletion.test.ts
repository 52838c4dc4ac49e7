import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { backUp, openTestFolder, verify } from '#service/testing/back-up.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, startUploadClient } from '#service/testing/upload-client.ts';
import { deleteSet } from './prune-sets.ts';
import { formatManifestKey, listSets } from './sets.ts';

const listKeys = async (files: Files, prefix: string) =>
  (await Array.fromAsync(files.list(prefix))).map(({ key }) => key).sort();

const startWithPicture = async (t: TestContext) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const { id } = await anna.send(await createNoisyJpeg(30, 20), { field: 'Album' });
  const { files: target } = await openTestFolder(t);
  const { db } = service.database;
  return { source: { database: service.database, files: service.services.uploads.files }, target, db, id };
};

test('the next backup finishes the interrupted deletion of a set', async (t) => {
  const { source, target, db, id } = await startWithPicture(t);
  const { manifest } = await backUp(source, target);
  const leftoverKey = `files/1/picture.writing-${randomUUID()}`;
  await target.put(leftoverKey, Buffer.from('x'), 1);
  assert.equal((await listKeys(target, 'files/')).length, 3);
  const failingTarget: Files = {
    ...target,
    delete: async (keys) => {
      await target.delete(keys);
      if (keys.includes(formatManifestKey(manifest.set))) throw new Error('killed');
    },
  };
  await assert.rejects(deleteSet(failingTarget, manifest.set), /killed/);
  await run(db, 'delete from upload where upload_id = $1', [id]);

  const nextBackup = await backUp(source, target);
  assert.deepEqual(
    (await listSets(target)).map(({ name }) => name),
    [nextBackup.manifest.set],
  );
  assert.deepEqual(await listKeys(target, 'files/'), []);
});

test('a backup that has lost its lock deletes nothing', async (t) => {
  const { source, target, db } = await startWithPicture(t);
  const deletedKeys: string[] = [];
  let hasLostLock = false;
  const observedTarget: Files = {
    ...target,
    put: async (key, ...rest) => {
      if (/^files\/\d/.test(key) && !hasLostLock) {
        hasLostLock = true;
        await run(db, `select pg_terminate_backend(pid) from pg_locks where ${IS_BACKUP_LOCK}`, [true]);
        while ((await run(db, `select from pg_locks where ${IS_BACKUP_LOCK}`, [true])).length > 0);
        for (let count = 0; count < 10; count++) await setImmediate();
      }
      return target.put(key, ...rest);
    },
    delete: async (keys) => {
      if (hasLostLock) deletedKeys.push(...keys);
      return target.delete(keys);
    },
  };
  await assert.rejects(backUp(source, observedTarget));
  assert.equal(hasLostLock, true);
  assert.deepEqual(deletedKeys, []);

  const { manifest } = await backUp(source, target);
  assert.deepEqual(await listSets(target), [{ name: manifest.set, isComplete: true }]);
  assert.deepEqual((await verify(t, target)).problems, []);
});

/** An SQL condition that matches the lock that serialises backups. */
const IS_BACKUP_LOCK = `locktype = 'advisory' and objid = 7101980 and $1
  and database = (select oid from pg_database where datname = current_database())`;
