import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Files } from '#service/files/files.ts';
import { backUp, openTestFolder, restoreInto, verify } from '#service/testing/back-up.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, startUploadClient } from '#service/testing/upload-client.ts';

const DAY_MS = 86_400_000;

const listKeys = async (files: Files) =>
  (await Array.fromAsync(files.list(''))).map(({ key }) => key).filter((key) => /^\d/.test(key));

/** Flips a bit, as a failing disk would. */
const flipBit = async (file: string) => {
  const content = await readFile(file);
  const middle = content.length >> 1;
  content[middle] = content[middle]! ^ 1;
  await writeFile(file, content);
};

test('30 daily backups reread every file in the target and recopy the damaged ones', async (t) => {
  const service = await startService(t);
  const { files } = service.services.uploads;
  const source = { database: service.database, files };
  const anna = await startUploadClient(service, 'anna');
  await anna.send(await createNoisyJpeg(30, 20), { field: 'Photos' });
  const { folder, files: target } = await openTestFolder(t);
  const start = Date.now();
  await backUp(source, target, { now: () => new Date(start) });
  const keys = await listKeys(files);
  assert.equal(keys.length, 2, 'the picture and its thumbnail');
  for (const key of keys) await flipBit(join(folder, 'files', key));
  assert.equal((await verify(t, target)).problems.length, 2);

  const readKeys: string[] = [];
  const observedFiles: Files = {
    ...target,
    read: (key, ...rest) => {
      if (key.startsWith('files/')) readKeys.push(key);
      return target.read(key, ...rest);
    },
  };
  const repairedKeys: string[] = [];
  for (let day = 1; day <= 30; day++) {
    const now = () => new Date(start + day * DAY_MS);
    await backUp(source, observedFiles, { now, keep: 2, onRepaired: (key) => repairedKeys.push(key) });
  }
  assert.deepEqual(repairedKeys.sort(), keys.sort());
  assert.equal(readKeys.length, 2 * keys.length, 'once for the check and once after copying');
  assert.deepEqual((await verify(t, target)).problems, []);
});

test('a restore replaces a file with the same size but different content, and copies no other file', async (t) => {
  const service = await startService(t);
  const { files } = service.services.uploads;
  const anna = await startUploadClient(service, 'anna');
  await anna.send(await createNoisyJpeg(30, 20), { field: 'Photos' });
  const { files: target } = await openTestFolder(t);
  await backUp({ database: service.database, files }, target);
  const [firstDatabase, secondDatabase] = [await createDatabase(t), await createDatabase(t)];
  const { folder, files: restoredFiles } = await openTestFolder(t);
  await restoreInto(firstDatabase, target, { files: restoredFiles });
  const [damagedKey] = await listKeys(restoredFiles);
  const original = await readFile(join(folder, damagedKey!));
  await flipBit(join(folder, damagedKey!));

  const copiedKeys: string[] = [];
  const observedFiles: Files = {
    ...restoredFiles,
    put: (key, ...rest) => {
      if (/^\d/.test(key)) copiedKeys.push(key);
      return restoredFiles.put(key, ...rest);
    },
  };
  await restoreInto(secondDatabase, target, { files: observedFiles, allowsExistingFiles: true });
  assert.deepEqual(copiedKeys, [damagedKey]);
  assert.deepEqual(await readFile(join(folder, damagedKey!)), original);
});
