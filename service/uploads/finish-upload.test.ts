import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { listCompleteUploadIds } from '#service/inspections/list-complete-uploads.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, parseUploadId, sha256, startUploadClient } from '#service/testing/upload-client.ts';

test('a complete photo appears in the answer and the list of uploads, and can be downloaded', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(600, 400);
  const created = await anna.create(photo.length, {
    field: 'Photos',
    sha256: sha256(photo),
    filename: 'IMG 1.jpg',
  });
  assert.deepEqual([created.status, created.headers.get('upload-offset')], [201, '0']);
  assert.ok(Date.parse(created.headers.get('upload-expires')!) > Date.now() + 6 * 86_400_000);
  const id = parseUploadId(created);
  assert.equal(created.headers.get('location'), `/api/v1/uploads/${id}`);
  assert.deepEqual(await anna.answers(), {});

  const middle = Math.floor(photo.length / 2);
  const first = await anna.patch(id, 0, photo.subarray(0, middle));
  assert.deepEqual([first.status, first.headers.get('upload-offset')], [204, String(middle)]);
  const progress = await anna.head(id);
  assert.deepEqual(
    [progress.status, progress.headers.get('upload-offset'), progress.headers.get('upload-length')],
    [200, String(middle), String(photo.length)],
  );
  const [unfinished] = await anna.uploads();
  assert.deepEqual(
    [unfinished!.state, unfinished!.received, unfinished!.contentType],
    ['Receiving', middle, null],
  );
  const last = await anna.patch(id, middle, photo.subarray(middle));
  assert.deepEqual([last.status, last.headers.get('upload-offset')], [204, String(photo.length)]);
  assert.equal(last.headers.get('upload-expires'), null);

  assert.deepEqual(await anna.answers(), { Photos: [id] });
  const [complete] = await anna.uploads();
  const { createdAt, receivedAt, storedSize, ...attributes } = complete!;
  assert.deepEqual(attributes, {
    id,
    field: 'Photos',
    itemId: null,
    state: 'Received',
    rejectionReason: null,
    filename: 'IMG 1.jpg',
    size: photo.length,
    received: photo.length,
    sha256: sha256(photo),
    contentType: 'image/jpeg',
    width: 600,
    height: 400,
    hasThumbnail: true,
    position: null,
    takenAt: null,
    userName: 'anna',
  });
  const download = await fetch(`${service.url}${anna.inspection}/uploads/${id}`, {
    headers: { authorization: `Bearer ${anna.accessToken}` },
  });
  const bytes = Buffer.from(await download.arrayBuffer());
  assert.deepEqual([download.status, bytes.length], [200, storedSize]);
  assert.equal((await sharp(bytes).metadata()).width, 600);
  assert.equal((await anna.head(id)).headers.get('upload-offset'), String(photo.length));
  assert.ok(last.headers.get('x-request-id'));
  assert.match(last.headers.get('content-security-policy')!, /default-src 'none'/);
  const metrics = await service.metrics();
  assert.match(
    metrics,
    /ronda_http_request_seconds_count\{method="PATCH",route="\/api\/v1\/uploads\/:id",status="204"\} 2/,
  );
});

test('unfinished and rejected uploads do not count as complete', async (t) => {
  const { database, organisation, ...service } = await startService(t);
  const anna = await startUploadClient({ database, organisation, ...service }, 'anna');
  const { id } = await anna.send(await createNoisyJpeg(20, 20), { field: 'Photos' });
  await anna.create(5, { field: 'Photos' });
  await anna.send(Buffer.from('none'), { field: 'Photos' });
  const ids = await listCompleteUploadIds(database.db, organisation.tenantId, anna.inspectionId);
  assert.deepEqual([...ids], [id]);
});
