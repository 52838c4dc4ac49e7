import assert from 'node:assert/strict';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFiles } from '#service/files/open-files.ts';
import { backUp, openTestFolder, restoreInto, verify } from '#service/testing/back-up.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { noisyJpeg, startSending } from '#service/testing/upload-caller.ts';
import { listWholeSets, readManifest } from './sets.ts';

const sourceOf = ({ database, services }: TestService) => ({ database, files: services.uploads.files });

test('a manifest is damaged when one byte differs, be it only white space', async (t) => {
  const service = await startService(t);
  const { folder, files: target } = await openTestFolder(t);
  const { set } = (await backUp(sourceOf(service), target)).manifest;
  const file = join(folder, 'sets', set, 'manifest.json');
  const text = await readFile(file, 'utf8');
  for (const other of [text.replace('{\n "sha256"', '{\t "sha256"'), `${text} `]) {
    assert.notEqual(other, text);
    await writeFile(file, other);
    await assert.rejects(readManifest(target, set), /manifest\.json is damaged/);
  }
});

test('a set whose folder was renamed is refused', async (t) => {
  const service = await startService(t);
  const { folder, files: target } = await openTestFolder(t);
  const { set } = (await backUp(sourceOf(service), target)).manifest;
  const renamed = '2020-01-01t00-00-00-000z';
  await rename(join(folder, 'sets', set), join(folder, 'sets', renamed));
  await assert.rejects(readManifest(target, renamed), new RegExp(`manifest\\.json is damaged: .*${set}`));
});

test('a damaged set does not keep later backups from being made', async (t) => {
  const service = await startService(t);
  const anna = await startSending(service, 'anna');
  await anna.send(await noisyJpeg(30, 20), { field: 'Photos' });
  const { folder, files: target } = await openTestFolder(t);
  for (const member of ['manifest.json', 'files.0001.zst']) {
    const { set } = (await backUp(sourceOf(service), target)).manifest;
    await writeFile(join(folder, 'sets', set, member), 'damaged');
    const next = await backUp(sourceOf(service), target);
    assert.equal(next.manifest.files.count, 2, member);
    assert.deepEqual((await verify(t, target)).damages, []);
  }
});

test('only sets that are older than the new one are deleted', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  // The clock was wrong then.
  const ahead = await backUp(sourceOf(service), target, { now: () => new Date('2040-01-01T00:00:00Z') });
  const first = await backUp(sourceOf(service), target);
  const second = await backUp(sourceOf(service), target, { keep: 1 });
  assert.deepEqual(second.pruned, { deleted: [first.manifest.set] });
  assert.deepEqual(await listWholeSets(target), [second.manifest.set, ahead.manifest.set]);
});

test('files of other programs in the target are ignored', async (t) => {
  const service = await startService(t);
  const { folder, files: target } = await openTestFolder(t);
  const { set } = (await backUp(sourceOf(service), target)).manifest;
  await mkdir(join(folder, 'sets', set, '@eaDir'));
  for (const name of ['.DS_Store', '@eaDir/Thumbs.db']) await writeFile(join(folder, 'sets', set, name), '');
  for (let round = 1; round <= 2; round++) {
    const { pruned } = await backUp(sourceOf(service), target, { keep: 1 });
    assert.equal(pruned.failure, undefined);
    assert.equal((await listWholeSets(target)).length, 1);
  }
});

test('a set that was moved to another disk and linked is a set as before', async (t) => {
  const service = await startService(t);
  const anna = await startSending(service, 'anna');
  await anna.send(await noisyJpeg(30, 20), { field: 'Photos' });
  const [{ folder, files: target }, other] = [await openTestFolder(t), await openTestFolder(t)];
  const { set } = (await backUp(sourceOf(service), target)).manifest;
  await rename(join(folder, 'sets', set), join(other.folder, set));
  await symlink(join(other.folder, set), join(folder, 'sets', set));
  const { manifest } = await backUp(sourceOf(service), target, { keep: 2 });
  assert.deepEqual(await listWholeSets(target), [set, manifest.set]);
});

test('a target whose files would be those of the server is refused', async (t) => {
  const service = await startService(t);
  const [{ folder, files: target }, elsewhere] = [await openTestFolder(t), await createDatabase(t)];
  // As with DATA_DIR itself for a target, or a link to it.
  const files = await openFiles({ folder: join(folder, 'files') });
  await assert.rejects(
    backUp({ database: service.database, files }, target),
    /where the server stores its own/,
  );
  await backUp(sourceOf(service), target);
  await assert.rejects(restoreInto(elsewhere, target, { files }), /where the server stores its own/);
  assert.deepEqual(await Array.fromAsync(files.list('')), []);
});
