import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { openFiles } from '#service/files/open-files.ts';
import { backUp, openTestFolder, restoreInto } from '#service/testing/back-up.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { startObjectStore } from '#service/testing/start-object-store.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { readBackupStatus } from './backup-run.ts';
import { listCompleteSets, listSets } from './sets.ts';

const getSource = ({ database, services }: TestService) => ({ database, files: services.uploads.files });

const OTHER_OWNER_PATTERN =
  /The target \/mnt\/backups contains backups of another database.* Use another folder or prefix\..*delete the file ronda-database/;

for (const storage of ['folder', 'bucket']) {
  test(`a ${storage} that contains backups of one database rejects those of another, and stays unchanged`, async (t) => {
    const [first, second] = [await startService(t), await startService(t)];
    const target =
      storage === 'folder'
        ? (await openTestFolder(t)).files
        : await openFiles({ bucket: { ...(await startObjectStore(t)), prefix: 'backups/' } });
    t.after(() => target.close());
    const { manifest } = await backUp(getSource(first), target);
    const expected = (await Array.fromAsync(target.list(''))).map(({ key }) => key).sort();
    await assert.rejects(
      backUp(getSource(second), target, { keep: 1, targetName: '/mnt/backups' }),
      ({ message }: Error) => OTHER_OWNER_PATTERN.test(message),
    );
    assert.deepEqual((await Array.fromAsync(target.list(''))).map(({ key }) => key).sort(), expected);
    assert.deepEqual(await listCompleteSets(target), [manifest.set]);
    assert.notEqual(
      (await readBackupStatus(second.database.db)).failedAt,
      null,
      'administrators can see the failure',
    );
  });
}

test('when two databases claim a target at the same time, the later claim wins', async (t) => {
  const [first, second] = [await startService(t), await startService(t)];
  const { files: target } = await openTestFolder(t);
  const isOwnerFile = (key: string) => key === 'ronda-database';
  // Both databases find the target without an owner. The earlier claim is written and read back before the later claim
  // is written.
  const [ownerRead, claimWritten, claimReplaced] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const earlierTarget: Files = {
    ...target,
    put: async (key, ...rest) => {
      if (isOwnerFile(key)) await ownerRead.promise;
      await target.put(key, ...rest);
    },
    read: async (key, ...rest) => {
      const content = await target.read(key, ...rest);
      if (!isOwnerFile(key)) return content;
      claimWritten.resolve();
      await claimReplaced.promise;
      return content;
    },
  };
  const laterTarget: Files = {
    ...target,
    put: async (key, ...rest) => {
      if (isOwnerFile(key)) await claimWritten.promise;
      await target.put(key, ...rest);
      if (isOwnerFile(key)) claimReplaced.resolve();
    },
    read: async (key, ...rest) => {
      try {
        return await target.read(key, ...rest);
      } finally {
        if (isOwnerFile(key)) ownerRead.resolve();
      }
    },
  };
  const startTime = Date.now();
  const laterBackup = backUp(getSource(first), laterTarget, { now: () => new Date(startTime) });
  const earlierBackup = backUp(getSource(second), earlierTarget, { now: () => new Date(startTime + 1) });
  // If one backup fails early, do not leave the other waiting.
  const [, rejected] = await Promise.allSettled([
    laterBackup.finally(() => {
      ownerRead.resolve();
      claimReplaced.resolve();
    }),
    earlierBackup.finally(() => claimWritten.resolve()),
  ]);
  assert.match(String(rejected.status === 'rejected' && rejected.reason), /another database/);
  // The rejected backup may have deleted the other database's unfinished set, so back up again.
  const { manifest } = await backUp(getSource(first), target, { keep: 1 });
  assert.deepEqual(
    (await listSets(target)).map(({ name }) => name),
    [manifest.set],
  );
});

test('a restored database takes over the old one’s target after the owner file is deleted', async (t) => {
  const service = await startService(t);
  const [{ files: target }, { files }] = [await openTestFolder(t), await openTestFolder(t)];
  const destination = await createDatabase(t);
  const { manifest } = await backUp(getSource(service), target);
  await restoreInto(destination, target, { files });
  const restored = { database: destination, files };
  await assert.rejects(backUp(restored, target, { targetName: '/mnt/backups' }), OTHER_OWNER_PATTERN);
  await target.delete(['ronda-database']);
  const next = await backUp(restored, target, { keep: 2 });
  assert.deepEqual(await listCompleteSets(target), [manifest.set, next.manifest.set]);
});

test('a copy of a database, or one restored to an earlier state, does not delete newer sets in the target', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  await backUp(getSource(service), target);
  const { manifest } = await backUp(getSource(service), target);
  // Revert to the state before the second backup.
  await run(service.database.db, 'delete from backup_run where set_name = $1', [manifest.set]);
  const expected = (await Array.fromAsync(target.list(''))).map(({ key }) => key).sort();
  await assert.rejects(
    backUp(getSource(service), target, { keep: 1 }),
    ({ message }: Error) =>
      message.includes(manifest.set) && /created by a copy of this database/.test(message),
  );
  assert.deepEqual((await Array.fromAsync(target.list(''))).map(({ key }) => key).sort(), expected);

  await target.delete(['ronda-database']);
  await backUp(getSource(service), target);
  await backUp(getSource(service), target, { keep: 1 });
  assert.equal((await listCompleteSets(target)).length, 1);
});

test('a target unused for over a year still accepts backups, because the run of its newest set is not deleted', async (t) => {
  const service = await startService(t);
  const [{ files: first }, { files: second }] = [await openTestFolder(t), await openTestFolder(t)];
  const older = await backUp(getSource(service), first, { targetName: 'first' });
  const newest = await backUp(getSource(service), first, { targetName: 'first' });
  await run(service.database.db, `update backup_run set started_at = now() - $1::interval`, ['2 years']);
  const other = await backUp(getSource(service), second, { targetName: 'second' });
  const runs = await run<{ set: string }>(
    service.database.db,
    'select set_name as set from backup_run where $1 order by run_id',
    [true],
  );
  assert.deepEqual(
    runs.map(({ set }) => set),
    [newest.manifest.set, other.manifest.set],
  );
  const { manifest } = await backUp(getSource(service), first, { targetName: 'first' });
  assert.deepEqual(await listCompleteSets(first), [older.manifest.set, newest.manifest.set, manifest.set]);
});
