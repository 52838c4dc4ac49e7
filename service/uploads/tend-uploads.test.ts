import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { idOf, noisyJpeg, startSending } from '#service/testing/upload-caller.ts';
import { sweepFiles } from './sweep-files.ts';
import { finishLeft, forgetAbandoned, type TendLog, tendUploads } from './tend-uploads.ts';
import type { Uploads } from './uploads.ts';

const DAY = 86_400_000;

const listening = () => {
  const said: string[] = [];
  const note = (level: string) => (facts: object, message: string) => {
    said.push(`${level} ${message} ${JSON.stringify(facts)}`);
  };
  const log: TendLog = { info: note('info'), warn: note('warn'), error: note('error') };
  return { said, log };
};

const daysLater = (uploads: Uploads, days: number): Uploads => ({
  ...uploads,
  now: () => Date.now() + days * DAY,
});

const keysOf = async ({ services }: TestService) =>
  (await Array.fromAsync(services.uploads.files.list(''))).map(({ key }) => key).sort();

const usageOf = async ({ database }: TestService) =>
  (await run<{ bytes: number }>(database.db, 'select bytes from upload_usage', []))[0]?.bytes;

test('an upload whose sender went away with the last byte arrives all the same', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const anna = await startSending(service, 'anna');
  const photo = await noisyJpeg(30, 20);
  const id = idOf(await anna.create(photo.length, { field: 'Photos' }));
  const { put } = uploads.files;
  // The server dies after it has put down the last piece: nothing is left of the look at it.
  uploads.files.put = async (key, ...rest) => {
    if (!key.includes('/0-')) throw new Error('killed');
    return put(key, ...rest);
  };
  assert.equal((await anna.patch(id, 0, photo)).status, 500);
  uploads.files.put = put;
  const { log, said } = listening();
  await finishLeft(uploads, log);
  assert.deepEqual(await anna.answers(), {}, 'its sender may still be asking');
  await finishLeft(daysLater(uploads, 0.01), log);
  assert.deepEqual([await anna.answers(), said], [{ Photos: [id] }, []]);
});

test('what ends the process each time it is looked at is refused in the end', async (t) => {
  const service = await startService(t);
  const anna = await startSending(service, 'anna');
  const photo = await noisyJpeg(30, 20);
  const id = idOf(await anna.create(photo.length, { field: 'Photos' }));
  await anna.patch(id, 0, photo.subarray(0, 10));
  // As it would be after three attempts that nobody took back.
  await run(service.database.db, 'update upload set finish_attempts = 3 where upload_id = $1', [id]);
  const answer = await anna.patch(id, 10, photo.subarray(10));
  assert.equal(answer.status, 422);
  assert.match(answer.body.detail, /however often/);
  assert.equal((await anna.head(id)).status, 410);
});

test('uploads that nobody goes on with are forgotten after a week, and refusals too', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const anna = await startSending(service, 'anna');
  const photo = await noisyJpeg(30, 20);
  const { id: kept } = await anna.send(photo, { field: 'Photos' });
  const abandoned = idOf(await anna.create(photo.length, { field: 'Photos' }));
  await anna.patch(abandoned, 0, photo.subarray(0, 10));
  await anna.send(Buffer.from('none'), { field: 'Photos' });
  const keys = await keysOf(service);
  await forgetAbandoned(daysLater(uploads, 6.99));
  assert.deepEqual([(await anna.uploads()).length, await keysOf(service)], [3, keys]);
  await forgetAbandoned(daysLater(uploads, 7.01));
  const [left, ...none] = await anna.uploads();
  assert.deepEqual([left!.id, none], [kept, []]);
  const files = await Array.fromAsync(uploads.files.list(''));
  assert.equal(files.length, 2, 'the picture and its thumbnail');
  assert.equal(
    await usageOf(service),
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  assert.equal((await anna.head(abandoned)).status, 404);
});

test('a sweep deletes what is nobody’s, and nothing that somebody needs', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const { files } = uploads;
  const anna = await startSending(service, 'anna');
  const photo = await noisyJpeg(30, 20);
  const { id } = await anna.send(photo, { field: 'Photos' });
  const arriving = idOf(await anna.create(photo.length, { field: 'Photos' }));
  await anna.patch(arriving, 0, photo.subarray(0, 10));
  const needed = await keysOf(service);
  const { tenantId } = service.organisation;
  const litter = [
    `${tenantId}/${anna.inspectionId}/${id}/0-${randomUUID()}`,
    `${tenantId}/${anna.inspectionId}/${id}/${randomUUID()}`,
    `${tenantId + 1}/${anna.inspectionId}/${id}/${randomUUID()}`,
    `${tenantId}/${randomUUID()}/${randomUUID()}/${randomUUID()}`,
  ];
  for (const key of [...litter, 'somebody/elses']) await files.put(key, Buffer.from('x'), 1);
  const { log, said } = listening();
  await sweepFiles(uploads, log);
  assert.equal((await keysOf(service)).length, needed.length + 6);
  await sweepFiles(daysLater(uploads, 7.01), log);
  assert.deepEqual(await keysOf(service), [...needed, 'ronda-database', 'somebody/elses'].sort());
  assert.match(said.at(-1)!, /"deleted":4,"lost":0/);
  assert.equal((await anna.patch(arriving, 10, photo.subarray(10))).status, 204);
});

test('a sweep that would delete much does not, and says that it may be the wrong database', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const { tenantId } = service.organisation;
  for (let count = 0; count < 101; count++) {
    const key = `${tenantId}/${randomUUID()}/${randomUUID()}/${randomUUID()}`;
    await uploads.files.put(key, Buffer.from('x'), 1);
  }
  const { log, said } = listening();
  await sweepFiles(daysLater(uploads, 8), log);
  assert.equal((await keysOf(service)).length, 102);
  assert.match(said[0]!, /^error many files belong to no upload.*"unknown":101/);
});

test('a copy of the database leaves the files of the first alone', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const { tenantId } = service.organisation;
  const { log, said } = listening();
  await sweepFiles(uploads, log);
  const key = `${tenantId}/${randomUUID()}/${randomUUID()}/${randomUUID()}`;
  await uploads.files.put(key, Buffer.from('x'), 1);
  await run(service.database.db, 'update database_identity set database_oid = database_oid + 1', []);
  await sweepFiles(daysLater(uploads, 8), log);
  assert.match(said.at(-1)!, /^error the files of FILES_URL belong to another database/);
  assert.equal(await uploads.files.size(key), 1);
  await uploads.files.delete(['ronda-database']);
  await sweepFiles(daysLater(uploads, 8), log);
  assert.equal(await uploads.files.size(key), undefined);
});

test('an upload whose bytes were lost is begun anew before its sender goes on', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const anna = await startSending(service, 'anna');
  const photo = await noisyJpeg(30, 20);
  const metadata = { id: randomUUID(), field: 'Photos' };
  await anna.create(photo.length, metadata);
  await anna.patch(metadata.id, 0, photo.subarray(0, 10));
  await uploads.files.delete(await keysOf(service));
  // Not noticed yet: the rest comes, and then something is missing.
  const late = await anna.patch(metadata.id, 10, photo.subarray(10));
  assert.equal(late.status, 422);
  assert.match(late.body.detail, /lost by the server/);
  await anna.create(photo.length, metadata);
  await anna.patch(metadata.id, 0, photo.subarray(0, 10));
  await uploads.files.delete(await keysOf(service));
  const { log, said } = listening();
  await sweepFiles(uploads, log);
  assert.match(said[0]!, /"lost":1/);
  assert.equal((await anna.head(metadata.id)).status, 410);
  await anna.create(photo.length, metadata);
  assert.equal((await anna.patch(metadata.id, 0, photo)).status, 204);
});

test('of all processes one does this, and not more often than it is needed', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const ages = async (tend: string, sweep: string) => {
    const { db } = service.database;
    const age = 'update upload_housekeeping set begun_at = now() - $2::interval where work = $1';
    await run(db, age, ['tend', tend]);
    await run(db, age, ['sweep', sweep]);
  };
  const sweepsOf = async () => {
    const { log, said } = listening();
    await Promise.all([1, 2, 3].map(() => tendUploads(uploads, log)));
    return said.length;
  };
  assert.equal(await sweepsOf(), 0);
  await ages('1 hour', '1 hour');
  assert.equal(await sweepsOf(), 0);
  await ages('1 minute', '2 days');
  assert.equal(await sweepsOf(), 0);
  await ages('1 hour', '2 days');
  assert.equal(await sweepsOf(), 1);
  assert.equal(await sweepsOf(), 0);
});
