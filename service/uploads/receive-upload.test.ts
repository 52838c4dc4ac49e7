import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { FileStoreUnavailableError } from '#service/files/files.ts';
import { openPatch } from '#service/testing/raw-patch.ts';
import { startObjectStore } from '#service/testing/start-object-store.ts';
import { serveDatabase, startService, type TestService } from '#service/testing/start-service.ts';
import {
  createNoisyJpeg,
  createUploadClient,
  parseUploadId,
  sha256,
  startUploadClient,
  type UploadClient,
} from '#service/testing/upload-client.ts';
import { receiveUpload } from './receive-upload.ts';
import { findUpload } from './upload-queries.ts';

const MEBIBYTE = 1024 * 1024;

/** Creates random text: random bytes would be rejected. */
const createText = (bytes: number) => Buffer.from(randomBytes(bytes).toString('base64').slice(0, bytes));

const readOffset = async (sender: UploadClient, id: string) =>
  Number((await sender.head(id)).headers.get('upload-offset'));

const download = async (service: TestService, { accessToken, inspection }: UploadClient, id: string) => {
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch(`${service.url}${inspection}/uploads/${id}`, { headers });
  return Buffer.from(await response.arrayBuffer());
};

/** Polls a condition, because bytes are stored a moment after they are sent. */
const waitUntil = async (condition: () => Promise<boolean>) => {
  while (!(await condition()));
};

for (const [name, createStore] of [
  ['a folder', async () => undefined],
  ['an object store', async (t: TestContext) => ({ bucket: await startObjectStore(t) })],
] as const) {
  test(`an interrupted upload to ${name} resumes after the bytes already received (R17)`, async (t) => {
    const service = await startService(t, { fileStore: await createStore(t) });
    const anna = await startUploadClient(service, 'anna');
    const text = createText(3 * MEBIBYTE + 12_345);
    const id = parseUploadId(await anna.create(text.length, { field: 'Papers', sha256: sha256(text) }));
    const cuts = [1, 1_000, 65_536, MEBIBYTE, 1_700_000, 2 * MEBIBYTE + 7, text.length - 1];
    for (const cut of cuts) {
      const offset = await readOffset(anna, id);
      const patch = await openPatch(
        { url: service.url, ...anna },
        { id, offset, length: text.length - offset },
      );
      await patch.send(text.subarray(offset, cut));
      await waitUntil(async () => (await readReceiver(service, id)) !== null);
      patch.disconnect();
      await waitUntil(async () => (await readReceiver(service, id)) === null);
      const received = await readOffset(anna, id);
      assert.ok(received >= offset && received <= cut);
    }
    assert.deepEqual(await anna.answers(), {});
    const offset = await readOffset(anna, id);
    assert.equal((await anna.patch(id, offset, text.subarray(offset))).status, 204);
    assert.deepEqual(await anna.answers(), { Papers: id });
    assert.ok((await download(service, anna, id)).equals(text));
    const files = await Array.fromAsync(service.services.uploads.files.list(''));
    assert.equal(files.length, 1);
  });
}

const readReceiver = async ({ database }: TestService, id: string): Promise<string | null> => {
  const [upload] = await run<{ receiver: string | null }>(
    database.db,
    'select receiver from upload where upload_id = $1',
    [id],
  );
  return upload!.receiver;
};

test('a phone can reconnect while its first connection hangs, and the first connection can then add no more bytes', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const text = createText(200_000);
  const id = parseUploadId(await anna.create(text.length, { field: 'Papers', sha256: sha256(text) }));
  const hangingPatch = await openPatch({ url: service.url, ...anna }, { id, offset: 0, length: text.length });
  await hangingPatch.send(text.subarray(0, 50_000));
  await waitUntil(async () => (await readOffset(anna, id)) === 50_000);
  const startedAt = performance.now();
  assert.equal((await anna.patch(id, 50_000, text.subarray(50_000, 100_000))).status, 204);
  assert.ok(performance.now() - startedAt < 6_000);
  await hangingPatch.send(text.subarray(50_000));
  assert.equal(await hangingPatch.response, 409);
  assert.equal(await readOffset(anna, id), 100_000);
  assert.equal((await anna.patch(id, 100_000, text.subarray(100_000))).status, 204);
  assert.ok((await download(service, anna, id)).equals(text));
});

test('bytes sent before a disconnect are stored, even if the sender had to wait for a crashed process', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const text = createText(200_000);
  const id = parseUploadId(await anna.create(text.length, { field: 'Papers', sha256: sha256(text) }));
  await run(service.database.db, 'update upload set receiver = $2 where upload_id = $1', [id, randomUUID()]);
  const patch = await openPatch({ url: service.url, ...anna }, { id, offset: 0, length: text.length });
  await patch.send(text.subarray(0, 150_000));
  patch.disconnect();
  await waitUntil(async () => (await readReceiver(service, id)) === null);
  assert.equal(await readOffset(anna, id), 150_000);
});

test('two processes that receive the same bytes concurrently store them only once', async (t) => {
  const folder = join(tmpdir(), `ronda-files-${randomUUID()}`);
  t.after(() => rm(folder, { recursive: true, force: true }));
  const service = await startService(t, { fileStore: { folder } });
  const otherServer = await serveDatabase(service.database, { fileStore: { folder } });
  try {
    const anna = await startUploadClient(service, 'anna');
    const secondSender = createUploadClient(otherServer.url, anna.accessToken, anna.inspectionId);
    const text = createText(5 * MEBIBYTE);
    const id = parseUploadId(await anna.create(text.length, { field: 'Papers', sha256: sha256(text) }));
    const middle = 2 * MEBIBYTE;
    for (const [from, to] of [
      [0, middle],
      [middle, text.length],
    ] as const) {
      const responses = await Promise.all(
        [anna, secondSender, anna, secondSender].map((sender) =>
          sender.patch(id, from, text.subarray(from, to)),
        ),
      );
      const statuses = responses.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [204, 409, 409, 409]);
      assert.equal(await readOffset(secondSender, id), to);
    }
    assert.deepEqual(await secondSender.answers(), { Papers: id });
    assert.ok((await download(service, anna, id)).equals(text));
  } finally {
    await otherServer.close();
  }
});

test('a server stores the bytes it has received before stopping, and another server continues', async (t) => {
  const folder = join(tmpdir(), `ronda-files-${randomUUID()}`);
  t.after(() => rm(folder, { recursive: true, force: true }));
  const service = await startService(t, { fileStore: { folder } });
  const stoppingServer = await serveDatabase(service.database, { fileStore: { folder } });
  const anna = await startUploadClient(service, 'anna');
  const text = createText(100_000);
  const id = parseUploadId(await anna.create(text.length, { field: 'Papers' }));
  const patch = await openPatch({ url: stoppingServer.url, ...anna }, { id, offset: 0, length: text.length });
  await patch.send(text.subarray(0, 60_000));
  await waitUntil(async () => (await readReceiver(service, id)) !== null);
  await stoppingServer.close();
  assert.equal(await patch.response, 503);
  const offset = await readOffset(anna, id);
  assert.ok(offset > 0);
  assert.equal((await anna.patch(id, offset, text.subarray(offset))).status, 204);
  assert.deepEqual(await anna.answers(), { Papers: id });
});

test('while the database is down, senders get 503, and can continue afterwards', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const text = createText(100_000);
  const id = parseUploadId(await anna.create(text.length, { field: 'Papers', sha256: sha256(text) }));
  const patch = await openPatch({ url: service.url, ...anna }, { id, offset: 0, length: text.length });
  await patch.send(text.subarray(0, 40_000));
  await waitUntil(async () => (await readOffset(anna, id)) === 40_000);
  const { connection } = service.database;
  const maintenance = connect({ ...connection, database: 'postgres' }, { poolSize: 1, onError: () => {} });
  t.after(() => maintenance.close());
  const allowConnections = (isAllowed: boolean) =>
    run(maintenance.db, `alter database ${connection.database} with allow_connections ${isAllowed}`, []);
  await allowConnections(false);
  await run(maintenance.db, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    connection.database,
  ]);
  await patch.send(text.subarray(40_000));
  assert.equal(await patch.response, 503);
  await allowConnections(true);
  const offset = await readOffset(anna, id);
  assert.equal(offset, 40_000);
  assert.equal((await anna.patch(id, offset, text.subarray(offset))).status, 204);
  assert.deepEqual(await anna.answers(), { Papers: id });
});

test('while files cannot be written, senders get 503, and nothing is lost', async (t) => {
  const service = await startService(t);
  const { files } = service.services.uploads;
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(300, 200);
  const id = parseUploadId(await anna.create(photo.length, { field: 'Photos' }));
  const { put } = files;
  files.put = async () => {
    throw new FileStoreUnavailableError(new Error('ENOSPC: no space left on device'));
  };
  const middle = photo.length >> 1;
  const rejected = await anna.patch(id, 0, photo.subarray(0, middle));
  assert.deepEqual([rejected.status, rejected.headers.get('retry-after')], [503, '5']);
  assert.ok(!JSON.stringify(rejected.body).includes('ENOSPC'));
  files.put = put;
  assert.equal((await anna.patch(id, 0, photo.subarray(0, middle))).status, 204);
  // Storing the bytes succeeds, but storing the re-encoded picture fails.
  let puts = 0;
  files.put = async (...file) => {
    if (++puts > 1) throw new FileStoreUnavailableError(new Error('ENOSPC: no space left on device'));
    return put(...file);
  };
  assert.equal((await anna.patch(id, middle, photo.subarray(middle))).status, 503);
  assert.deepEqual(await anna.answers(), {});
  files.put = put;
  const progress = await anna.head(id);
  assert.deepEqual([progress.status, progress.headers.get('upload-offset')], [200, String(photo.length)]);
  assert.deepEqual(await anna.answers(), { Photos: [id] });
});

test('while stored pieces cannot be read, senders get 503, whatever the field type', async (t) => {
  const folder = join(tmpdir(), `ronda-files-${randomUUID()}`);
  t.after(() => rm(folder, { recursive: true, force: true }));
  const anna = await startUploadClient(await startService(t, { fileStore: { folder } }), 'anna');
  const photo = await createNoisyJpeg(60, 40);
  for (const field of ['Photos', 'Papers']) {
    const id = parseUploadId(await anna.create(photo.length, { field, sha256: sha256(photo) }));
    await anna.patch(id, 0, photo.subarray(0, 500));
    const [piece] = (await readdir(folder, { recursive: true })).filter((name) => name.includes(`${id}/0-`));
    const path = join(folder, piece!);
    // Opening a folder succeeds, as with a file, but reading it fails.
    await rename(path, `${path}-aside`);
    await mkdir(path);
    assert.equal((await anna.patch(id, 500, photo.subarray(500))).status, 503);
    assert.equal((await anna.head(id)).status, 503);
    await rmdir(path);
    await rename(`${path}-aside`, path);
    assert.equal((await anna.head(id)).status, 200);
  }
});

test('bytes from a cancelled upload are not added to a new upload with the same ID', async (t) => {
  const service = await startService(t);
  const { db, files, stopSignal } = service.services.uploads;
  const anna = await startUploadClient(service, 'anna');
  const id = randomUUID();
  await anna.create(100, { field: 'Papers', id });
  const cancelledUpload = (await findUpload(db, service.organisation.tenantId, id))!;
  await anna.caller.request('DELETE', `/api/v1/uploads/${id}`, undefined, { 'tus-resumable': '1.0.0' });
  assert.equal((await anna.create(50, { field: 'Papers', id })).status, 201);
  const body = new IncomingMessage(new Socket());
  await assert.rejects(
    receiveUpload({ db, files, stopSignal }, cancelledUpload, { body, offset: 0 }),
    /Another request has taken over this upload/,
  );
  assert.equal((await anna.patch(id, 0, createText(50))).status, 204);
});
