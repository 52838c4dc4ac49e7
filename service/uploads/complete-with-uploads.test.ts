import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, startUploadClient } from '#service/testing/upload-client.ts';

test('an inspection can be completed once the uploads in its answers and comments are complete', async (t) => {
  const service = await startService(t);
  const { caller, inspection, send } = await startUploadClient(service, 'anna');
  const [photoId, commentPictureId] = [randomUUID(), randomUUID()];
  const response = await caller.request('PATCH', `${inspection}/answers`, {
    answers: { Photos: [photoId] },
    comments: { Height: { pictures: [commentPictureId.toUpperCase()] } },
  });
  assert.equal(response.status, 200, JSON.stringify(response.body));
  const rejected = await caller.post(`${inspection}/complete`);
  assert.equal(rejected.status, 422);
  assert.deepEqual(
    rejected.body.errors.map(({ field, message }: { field: string; message: string }) => [
      field,
      /is not complete yet/.test(message),
    ]),
    [
      ['Photos', true],
      ['Height', true],
    ],
  );
  assert.equal((await caller.get(inspection)).body.missing.length, 2);

  await send(await createNoisyJpeg(20, 20), { id: photoId, field: 'Photos' });
  assert.equal((await caller.post(`${inspection}/complete`)).status, 422);
  await send(await createNoisyJpeg(20, 20), { id: commentPictureId, field: 'Height' });
  const completed = await caller.post(`${inspection}/complete`);
  assert.equal(completed.status, 200, JSON.stringify(completed.body));
  const { uploads, answers, missing } = completed.body;
  assert.deepEqual([answers.Photos, missing], [[photoId], []]);
  const ids = uploads.map(({ id }: { id: string }) => id).sort();
  assert.deepEqual(ids, [photoId, commentPictureId].sort());
  const [{ path, contentType, storedSize }] = uploads;
  const download = await caller.get(path);
  assert.deepEqual(
    [download.status, download.headers.get('content-type'), download.bytes.length],
    [200, contentType, storedSize],
  );
});
