import assert from 'node:assert/strict';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFiles } from '#service/files/open-files.ts';
import { backUp, openTestFolder, restoreInto, verify } from '#service/testing/back-up.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, startUploadClient } from '#service/testing/upload-client.ts';
import { listCompleteSets, readManifest } from './sets.ts';

const getSource = ({ database, services }: TestService) => ({ database, files: services.uploads.files });

test('a manifest with a single changed byte is damaged, even if it is white space', async (t) => {
  const service = await startService(t);
  const { folder, files: target } = await openTestFolder(t);
  const { set } = (await backUp(getSource(service), target)).manifest;
  const file = join(folder, 'sets', set, 'manifest.json');
  const text = await readFile(file, 'utf8');
  for (const changedText of [text.replace('{\n "sha256"', '{\t "sha256"'), `${text} `]) {
    assert.notEqual(changedText, text);
    await writeFile(file, changedText);
    await assert.rejects(readManifest(target, set), /manifest\.json is damaged/);
  }
});

test('rejects a set with a renamed folder', async (t) => {
  const service = await startService(t);
  const { folder, files: target } = await openTestFolder(t);
  const { set } = (await backUp(getSource(service), target)).manifest;
  const newName = '2020-01-01t00-00-00-000z';
  await rename(join(folder, 'sets', set), join(folder, 'sets', newName));
  await assert.rejects(readManifest(target, newName), new RegExp(`manifest\\.json is damaged: .*${set}`));
});

test('a damaged set does not prevent later backups', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  await anna.send(await createNoisyJpeg(30, 20), { field: 'Photos' });
  const { folder, files: target } = await openTestFolder(t);
  for (const fileName of ['manifest.json', 'files.0001.zst']) {
    const { set } = (await backUp(getSource(service), target)).manifest;
    await writeFile(join(folder, 'sets', set, fileName), 'damaged');
    const next = await backUp(getSource(service), target);
    assert.equal(next.manifest.files.count, 2, fileName);
    assert.deepEqual((await verify(t, target)).problems, []);
  }
});

test('deletes only sets older than the new one', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  // The clock was wrong when this set was created.
  const futureBackup = await backUp(getSource(service), target, {
    now: () => new Date('2040-01-01T00:00:00Z'),
  });
  const firstBackup = await backUp(getSource(service), target);
  const secondBackup = await backUp(getSource(service), target, { keep: 1 });
  assert.deepEqual(secondBackup.pruned, { deleted: [firstBackup.manifest.set] });
  assert.deepEqual(await listCompleteSets(target), [secondBackup.manifest.set, futureBackup.manifest.set]);
});

test('ignores other applications’ files in the target', async (t) => {
  const service = await startService(t);
  const { folder, files: target } = await openTestFolder(t);
  const { set } = (await backUp(getSource(service), target)).manifest;
  await mkdir(join(folder, 'sets', set, '@eaDir'));
  for (const name of ['.DS_Store', '@eaDir/Thumbs.db']) await writeFile(join(folder, 'sets', set, name), '');
  for (let backup = 1; backup <= 2; backup++) {
    const { pruned } = await backUp(getSource(service), target, { keep: 1 });
    assert.equal(pruned.failure, undefined);
    assert.equal((await listCompleteSets(target)).length, 1);
  }
});

test('accepts a set that was moved to another disk and replaced by a link', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  await anna.send(await createNoisyJpeg(30, 20), { field: 'Photos' });
  const [{ folder, files: target }, otherDisk] = [await openTestFolder(t), await openTestFolder(t)];
  const { set } = (await backUp(getSource(service), target)).manifest;
  await rename(join(folder, 'sets', set), join(otherDisk.folder, set));
  await symlink(join(otherDisk.folder, set), join(folder, 'sets', set));
  const { manifest } = await backUp(getSource(service), target, { keep: 2 });
  assert.deepEqual(await listCompleteSets(target), [set, manifest.set]);
});

test('rejects a target that is the server’s own file store', async (t) => {
  const service = await startService(t);
  const [{ folder, files: target }, destination] = [await openTestFolder(t), await createDatabase(t)];
  // Simulates a target that is DATA_DIR itself, or a link to it.
  const files = await openFiles({ folder: join(folder, 'files') });
  await assert.rejects(
    backUp({ database: service.database, files }, target),
    /where the server stores its own files/,
  );
  await backUp(getSource(service), target);
  await assert.rejects(restoreInto(destination, target, { files }), /where the server stores its own files/);
  assert.deepEqual(await Array.fromAsync(files.list('')), []);
});
