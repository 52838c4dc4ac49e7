import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, parseUploadId, startUploadClient } from '#service/testing/upload-client.ts';
import {
  type CleanUpLog,
  cleanUpUploads,
  deleteAbandonedUploads,
  finishPendingUploads,
} from './clean-up-uploads.ts';
import { sweepFiles } from './sweep-files.ts';
import type { Uploads } from './uploads.ts';

const DAY_MS = 86_400_000;

const createLog = () => {
  const messages: string[] = [];
  const createLogger = (level: string) => (facts: object, message: string) => {
    messages.push(`${level} ${message} ${JSON.stringify(facts)}`);
  };
  const log: CleanUpLog = {
    info: createLogger('info'),
    warn: createLogger('warn'),
    error: createLogger('error'),
  };
  return { messages, log };
};

const addDays = (uploads: Uploads, days: number): Uploads => ({
  ...uploads,
  now: () => Date.now() + days * DAY_MS,
});

const listKeys = async ({ services }: TestService) =>
  (await Array.fromAsync(services.uploads.files.list(''))).map(({ key }) => key).sort();

const readUsage = async ({ database }: TestService) =>
  (await run<{ bytes: number }>(database.db, 'select bytes from upload_usage', []))[0]?.bytes;

test('an upload whose check was interrupted after the last byte is finished later', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(30, 20);
  const id = parseUploadId(await anna.create(photo.length, { field: 'Photos' }));
  const { put } = uploads.files;
  // Simulates a server that dies after storing the last piece but before checking the upload.
  uploads.files.put = async (key, ...rest) => {
    if (!key.includes('/0-')) throw new Error('killed');
    return put(key, ...rest);
  };
  assert.equal((await anna.patch(id, 0, photo)).status, 500);
  uploads.files.put = put;
  const { log, messages } = createLog();
  await finishPendingUploads(uploads, log);
  assert.deepEqual(await anna.answers(), {}, 'the sender may still send a request');
  await finishPendingUploads(addDays(uploads, 0.01), log);
  assert.deepEqual([await anna.answers(), messages], [{ Photos: [id] }, []]);
});

test('an upload is rejected after three check attempts have crashed the process', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(30, 20);
  const id = parseUploadId(await anna.create(photo.length, { field: 'Photos' }));
  await anna.patch(id, 0, photo.subarray(0, 10));
  // The state after three attempts that crashed the process.
  await run(service.database.db, 'update upload set finish_attempts = 3 where upload_id = $1', [id]);
  const response = await anna.patch(id, 10, photo.subarray(10));
  assert.equal(response.status, 422);
  assert.match(response.body.detail, /after several attempts/);
  assert.equal((await anna.head(id)).status, 410);
});

test('unfinished and rejected uploads are deleted after a week', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(30, 20);
  const { id: storedId } = await anna.send(photo, { field: 'Photos' });
  const abandonedId = parseUploadId(await anna.create(photo.length, { field: 'Photos' }));
  await anna.patch(abandonedId, 0, photo.subarray(0, 10));
  await anna.send(Buffer.from('none'), { field: 'Photos' });
  const keys = await listKeys(service);
  await deleteAbandonedUploads(addDays(uploads, 6.99));
  assert.deepEqual([(await anna.uploads()).length, await listKeys(service)], [3, keys]);
  await deleteAbandonedUploads(addDays(uploads, 7.01));
  const [remaining, ...others] = await anna.uploads();
  assert.deepEqual([remaining!.id, others], [storedId, []]);
  const files = await Array.fromAsync(uploads.files.list(''));
  assert.equal(files.length, 2, 'the picture and its thumbnail');
  assert.equal(
    await readUsage(service),
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  assert.equal((await anna.head(abandonedId)).status, 404);
});

test('a sweep deletes only files without a row', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const { files } = uploads;
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(30, 20);
  const { id } = await anna.send(photo, { field: 'Photos' });
  const unfinishedId = parseUploadId(await anna.create(photo.length, { field: 'Photos' }));
  await anna.patch(unfinishedId, 0, photo.subarray(0, 10));
  const neededKeys = await listKeys(service);
  const { tenantId } = service.organisation;
  const garbageKeys = [
    `${tenantId}/${anna.inspectionId}/${id}/0-${randomUUID()}`,
    `${tenantId}/${anna.inspectionId}/${id}/${randomUUID()}`,
    `${tenantId + 1}/${anna.inspectionId}/${id}/${randomUUID()}`,
    `${tenantId}/${randomUUID()}/${randomUUID()}/${randomUUID()}`,
  ];
  for (const key of [...garbageKeys, 'other/file']) await files.put(key, Buffer.from('x'), 1);
  const { log, messages } = createLog();
  await sweepFiles(uploads, log);
  assert.equal((await listKeys(service)).length, neededKeys.length + 6);
  await sweepFiles(addDays(uploads, 7.01), log);
  assert.deepEqual(await listKeys(service), [...neededKeys, 'ronda-database', 'other/file'].sort());
  assert.match(messages.at(-1)!, /"deleted":4,"lost":0/);
  assert.equal((await anna.patch(unfinishedId, 10, photo.subarray(10))).status, 204);
});

test('a sweep that finds too much garbage deletes nothing, and logs that the database may be the wrong one', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const { tenantId } = service.organisation;
  for (let count = 0; count < 101; count++) {
    const key = `${tenantId}/${randomUUID()}/${randomUUID()}/${randomUUID()}`;
    await uploads.files.put(key, Buffer.from('x'), 1);
  }
  const { log, messages } = createLog();
  await sweepFiles(addDays(uploads, 8), log);
  assert.equal((await listKeys(service)).length, 102);
  assert.match(messages[0]!, /^error many files belong to no upload.*"unknown":101/);
});

test("a copy of the database does not delete the original's files", async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const { tenantId } = service.organisation;
  const { log, messages } = createLog();
  await sweepFiles(uploads, log);
  const key = `${tenantId}/${randomUUID()}/${randomUUID()}/${randomUUID()}`;
  await uploads.files.put(key, Buffer.from('x'), 1);
  await run(service.database.db, 'update database_identity set database_oid = database_oid + 1', []);
  await sweepFiles(addDays(uploads, 8), log);
  assert.match(messages.at(-1)!, /^error the files in FILES_URL belong to another database/);
  assert.equal(await uploads.files.size(key), 1);
  await uploads.files.delete(['ronda-database']);
  await sweepFiles(addDays(uploads, 8), log);
  assert.equal(await uploads.files.size(key), undefined);
});

test('an upload with lost pieces is rejected, so that its sender restarts it', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(30, 20);
  const metadata = { id: randomUUID(), field: 'Photos' };
  await anna.create(photo.length, metadata);
  await anna.patch(metadata.id, 0, photo.subarray(0, 10));
  await uploads.files.delete(await listKeys(service));
  // The server notices the missing piece only after receiving the remaining bytes.
  const late = await anna.patch(metadata.id, 10, photo.subarray(10));
  assert.equal(late.status, 422);
  assert.match(late.body.detail, /server lost part of the file/);
  await anna.create(photo.length, metadata);
  await anna.patch(metadata.id, 0, photo.subarray(0, 10));
  await uploads.files.delete(await listKeys(service));
  const { log, messages } = createLog();
  await sweepFiles(uploads, log);
  assert.match(messages[0]!, /"lost":1/);
  assert.equal((await anna.head(metadata.id)).status, 410);
  await anna.create(photo.length, metadata);
  assert.equal((await anna.patch(metadata.id, 0, photo)).status, 204);
});

test('only one process cleans up at a time, and no more often than necessary', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const setAges = async (cleanUp: string, sweep: string) => {
    const { db } = service.database;
    const age = 'update upload_housekeeping set started_at = now() - $2::interval where job = $1';
    await run(db, age, ['clean-up', cleanUp]);
    await run(db, age, ['sweep', sweep]);
  };
  const countSweeps = async () => {
    const { log, messages } = createLog();
    await Promise.all([1, 2, 3].map(() => cleanUpUploads(uploads, log)));
    return messages.length;
  };
  assert.equal(await countSweeps(), 0);
  await setAges('1 hour', '1 hour');
  assert.equal(await countSweeps(), 0);
  await setAges('1 minute', '2 days');
  assert.equal(await countSweeps(), 0);
  await setAges('1 hour', '2 days');
  assert.equal(await countSweeps(), 1);
  assert.equal(await countSweeps(), 0);
});
