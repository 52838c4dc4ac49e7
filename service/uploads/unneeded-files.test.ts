import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { FileStoreUnavailableError } from '#service/files/files.ts';
import { openPatch } from '#service/testing/raw-patch.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, parseUploadId, startUploadClient } from '#service/testing/upload-client.ts';

const listFiles = ({ services }: TestService) => Array.fromAsync(services.uploads.files.list(''));

test('bytes that arrive after an upload was cancelled do not fill the disk', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const id = parseUploadId(await anna.create(1_000, { field: 'Papers' }));
  const patch = await openPatch({ url: service.url, ...anna }, { id, offset: 0, length: 1_000 });
  await patch.send(Buffer.alloc(100));
  const isReceiving = async () =>
    (await run(service.database.db, 'select from upload where receiver is not null', [])).length === 1;
  while (!(await isReceiving()));
  const headers = { 'tus-resumable': '1.0.0' };
  const cancelled = await anna.caller.request('DELETE', `/api/v1/uploads/${id}`, undefined, headers);
  assert.equal(cancelled.status, 204);
  await patch.send(Buffer.alloc(900));
  assert.equal(await patch.response, 409);
  assert.deepEqual(await listFiles(service), []);
});

test('a picture whose thumbnail does not fit on the disk is not stored again on every retry', async (t) => {
  const service = await startService(t);
  const { files } = service.services.uploads;
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(300, 200);
  const id = parseUploadId(await anna.create(photo.length, { field: 'Photos' }));
  const { put } = files;
  files.put = async (key, ...rest) => {
    if (key.endsWith('-thumbnail')) throw new FileStoreUnavailableError(new Error('ENOSPC'));
    return put(key, ...rest);
  };
  assert.equal((await anna.patch(id, 0, photo)).status, 503);
  assert.equal((await anna.head(id)).status, 503);
  const stored = await listFiles(service);
  assert.deepEqual(
    stored.map(({ bytes }) => bytes),
    [photo.length],
    'only the piece is stored',
  );
  files.put = put;
  assert.equal((await anna.head(id)).status, 200);
  assert.deepEqual(await anna.answers(), { Photos: [id] });
});
