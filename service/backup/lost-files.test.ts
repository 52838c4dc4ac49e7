import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { backUp, openTestFolder, restoreInto, verify } from '#service/testing/back-up.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, parseUploadId, startUploadClient } from '#service/testing/upload-client.ts';
import { readBackupStatus } from './backup-run.ts';
import { listCompleteSets } from './sets.ts';

/** Starts a server that loses a picture after backing it up. */
const startWithLostFile = async (t: TestContext) => {
  const service = await startService(t);
  const { files } = service.services.uploads;
  const anna = await startUploadClient(service, 'anna');
  await anna.send(await createNoisyJpeg(30, 20), { field: 'Photos' });
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files }, target);
  const lostKey = (await Array.fromAsync(files.list(''))).find(({ key }) => !key.endsWith('thumbnail'))!.key;
  await files.delete([lostKey]);
  return { service, files, target, lostKey };
};

test('a backup fails and names the file the server has lost; the other files can be restored', async (t) => {
  const { service, files, target, lostKey } = await startWithLostFile(t);
  await target.delete([`files/${lostKey}`]);

  await assert.rejects(backUp({ database: service.database, files }, target, { keep: 1 }), (error: Error) =>
    error.message.includes(lostKey),
  );
  assert.equal((await listCompleteSets(target)).length, 2, 'older sets are not deleted');
  assert.notEqual((await readBackupStatus(service.database.db)).failedAt, null);
  assert.deepEqual((await verify(t, target)).problems, [`${lostKey} was missing when the set was created.`]);
  const [destination, restoreFolder] = [await createDatabase(t), await openTestFolder(t)];
  const restored = await restoreInto(destination, target, { files: restoreFolder.files });
  assert.deepEqual(restored.missingFiles, [lostKey]);
});

test('a file that only the target still has is reported as lost, but the set contains it', async (t) => {
  const { service, files, target, lostKey } = await startWithLostFile(t);

  await assert.rejects(
    backUp({ database: service.database, files }, target, { keep: 1 }),
    ({ message }: Error) =>
      /lost 1 of its files\. The target has 1 of them/.test(message) && message.includes(lostKey),
  );
  assert.equal((await listCompleteSets(target)).length, 2, 'older sets are not deleted');
  const keys = (await Array.fromAsync(target.list('sets/'))).map(({ key }) => key);
  assert.deepEqual(
    keys.filter((key) => key.includes('/wanted.')),
    [],
  );
  assert.deepEqual((await verify(t, target)).problems, []);
  const [destination, restoreFolder] = [await createDatabase(t), await openTestFolder(t)];
  const restored = await restoreInto(destination, target, { files: restoreFolder.files });
  assert.deepEqual(restored.missingFiles, []);
});

test('an upload completed during a backup restarts after a restore', async (t) => {
  const service = await startService(t);
  const { files } = service.services.uploads;
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(30, 20);
  const id = parseUploadId(await anna.create(photo.length, { field: 'Photos' }));
  await anna.patch(id, 0, photo.subarray(0, 10));
  const { files: target } = await openTestFolder(t);
  let isComplete = false;
  // Complete the upload between taking the snapshot and copying the files.
  const observedTarget: Files = {
    ...target,
    put: async (key, ...rest) => {
      await target.put(key, ...rest);
      if (!key.includes('/wanted.') || isComplete) return;
      isComplete = true;
      assert.equal((await anna.patch(id, 10, photo.subarray(10))).status, 204);
    },
  };
  const { manifest } = await backUp({ database: service.database, files }, observedTarget);
  assert.deepEqual(manifest.files.lostPieces, [{ tenantId: service.organisation.tenantId, uploadId: id }]);
  const [destination, restoreFolder] = [await createDatabase(t), await openTestFolder(t)];
  await restoreInto(destination, target, { files: restoreFolder.files });
  const uploads = await run<{ state: number; received: number }>(
    destination.db,
    'select state, received from upload where upload_id = $1',
    [id],
  );
  assert.deepEqual(uploads, [{ state: 0, received: 0 }]);
});

test('a file deleted during a backup is not in the set, and neither is its row', async (t) => {
  const service = await startService(t);
  const { files } = service.services.uploads;
  const anna = await startUploadClient(service, 'anna');
  const { id } = await anna.send(await createNoisyJpeg(30, 20), { field: 'Album' });
  const { files: target } = await openTestFolder(t);
  let isDeleted = false;
  const observedTarget: Files = {
    ...target,
    put: async (key, ...rest) => {
      await target.put(key, ...rest);
      if (!key.includes('/wanted.') || isDeleted) return;
      isDeleted = true;
      await run(service.database.db, 'delete from upload where upload_id = $1', [id]);
      await files.delete((await Array.fromAsync(files.list(''))).map((file) => file.key));
    },
  };
  const { manifest } = await backUp({ database: service.database, files }, observedTarget);
  assert.deepEqual([manifest.tables.upload!.rows, manifest.files.count], [0, 0]);
});
