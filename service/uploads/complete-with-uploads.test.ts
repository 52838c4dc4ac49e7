import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { noisyJpeg, startSending } from '#service/testing/upload-caller.ts';

test('an inspection is complete when what its answers and remarks name has arrived', async (t) => {
  const service = await startService(t);
  const { caller, inspection, send } = await startSending(service, 'anna');
  const [photo, remarked] = [randomUUID(), randomUUID()];
  const kept = await caller.request('PATCH', `${inspection}/answers`, {
    answers: { Photos: [photo] },
    remarks: { Height: { pictures: [remarked.toUpperCase()] } },
  });
  assert.equal(kept.status, 200, JSON.stringify(kept.body));
  const refused = await caller.post(`${inspection}/complete`);
  assert.equal(refused.status, 422);
  assert.deepEqual(
    refused.body.errors.map(({ field, message }: { field: string; message: string }) => [
      field,
      /has not arrived yet/.test(message),
    ]),
    [
      ['Photos', true],
      ['Height', true],
    ],
  );
  assert.equal((await caller.get(inspection)).body.missing.length, 2);

  await send(await noisyJpeg(20, 20), { id: photo, field: 'Photos' });
  assert.equal((await caller.post(`${inspection}/complete`)).status, 422);
  await send(await noisyJpeg(20, 20), { id: remarked, field: 'Height' });
  const done = await caller.post(`${inspection}/complete`);
  assert.equal(done.status, 200, JSON.stringify(done.body));
  const { uploads, answers, missing } = done.body;
  assert.deepEqual([answers.Photos, missing], [[photo], []]);
  const ids = uploads.map(({ id }: { id: string }) => id).sort();
  assert.deepEqual(ids, [photo, remarked].sort());
  const [{ path, contentType, storedSize }] = uploads;
  const download = await caller.get(path);
  assert.deepEqual(
    [download.status, download.headers.get('content-type'), download.bytes.length],
    [200, contentType, storedSize],
  );
});
