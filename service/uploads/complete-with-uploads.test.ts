import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, startSending } from '#service/testing/upload-caller.ts';

test('an inspection can be completed once the uploads in its answers and comments are complete', async (t) => {
  const service = await startService(t);
  const { caller, inspection, send } = await startSending(service, 'anna');
  const [photo, commented] = [randomUUID(), randomUUID()];
  const answered = await caller.request('PATCH', `${inspection}/answers`, {
    answers: { Photos: [photo] },
    comments: { Height: { pictures: [commented.toUpperCase()] } },
  });
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
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

  await send(await createNoisyJpeg(20, 20), { id: photo, field: 'Photos' });
  assert.equal((await caller.post(`${inspection}/complete`)).status, 422);
  await send(await createNoisyJpeg(20, 20), { id: commented, field: 'Height' });
  const done = await caller.post(`${inspection}/complete`);
  assert.equal(done.status, 200, JSON.stringify(done.body));
  const { uploads, answers, missing } = done.body;
  assert.deepEqual([answers.Photos, missing], [[photo], []]);
  const ids = uploads.map(({ id }: { id: string }) => id).sort();
  assert.deepEqual(ids, [photo, commented].sort());
  const [{ path, contentType, storedSize }] = uploads;
  const download = await caller.get(path);
  assert.deepEqual(
    [download.status, download.headers.get('content-type'), download.bytes.length],
    [200, contentType, storedSize],
  );
});
