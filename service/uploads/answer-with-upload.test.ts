import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import {
  createNoisyJpeg,
  parseUploadId,
  startUploadClient,
  type UploadClient,
} from '#service/testing/upload-client.ts';

const sendAnswers = async (sender: UploadClient, answers: object, baseRevision?: number) => {
  const body = { answers, ...(baseRevision !== undefined && { baseRevision }) };
  const response = await sender.caller.request('PATCH', `${sender.inspection}/answers`, body);
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return response.body;
};

test('an answer that refers to pending uploads is unchanged once they complete', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const photo = await createNoisyJpeg(20, 20);
  const [first, second] = [randomUUID(), randomUUID()];
  await sendAnswers(anna, { Photos: [second, first] });
  for (const id of [first, second]) await anna.send(photo, { id, field: 'Photos' });
  assert.deepEqual(await anna.answers(), { Photos: [second, first] });
  const { revision } = (await anna.caller.get(anna.inspection)).body;
  assert.equal(revision, 1);
});

test('an upload removed from the answer before it completed is not added again', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const photo = await createNoisyJpeg(20, 20);
  const [removed, stored, mark] = [randomUUID(), randomUUID(), randomUUID()];
  await sendAnswers(anna, { Photos: [removed, stored], Mark: mark });
  await sendAnswers(anna, { Photos: [stored], Mark: null });
  for (const id of [removed, stored]) await anna.send(photo, { id, field: 'Photos' });
  await anna.send(photo, { id: mark, field: 'Mark' });
  assert.deepEqual(await anna.answers(), { Photos: [stored] });
});

test('a signature or file replaces the previous answer', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const photo = await createNoisyJpeg(20, 20);
  for (const field of ['Mark', 'Papers']) {
    await anna.send(photo, { field });
    const { id } = await anna.send(photo, { field });
    assert.equal((await anna.answers())[field], id);
  }
  const marks = (await anna.uploads()).filter(({ field }) => field === 'Mark');
  assert.deepEqual(
    marks.map(({ state, contentType }) => [state, contentType]),
    [
      ['Received', 'image/png'],
      ['Received', 'image/png'],
    ],
  );
});

test('an upload does not change answers in a repeat or in fields of other types', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const photo = await createNoisyJpeg(20, 20);
  const id = randomUUID();
  await sendAnswers(anna, { Defects: [{ Picture: [id] }], Height: 3 });
  await anna.send(photo, { id, field: 'Picture' });
  await anna.send(photo, { field: 'Picture' });
  await anna.send(photo, { field: 'Height' });
  assert.deepEqual(await anna.answers(), { Defects: [{ Picture: [id] }], Height: 3 });
  assert.deepEqual(
    (await anna.uploads()).map(({ state }) => state),
    ['Received', 'Received', 'Received'],
  );
});

test('when another photo completes, the answer contains the photos from all conflicting answers', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const [first, second] = [randomUUID(), randomUUID()];
  await sendAnswers(anna, { Photos: [first] }, 0);
  const { conflicts } = await sendAnswers(anna, { Photos: [second] }, 0);
  assert.equal(conflicts.length, 1);
  const { id } = await anna.send(await createNoisyJpeg(20, 20), { field: 'Photos' });
  const read = (await anna.caller.get(anna.inspection)).body;
  assert.deepEqual([read.answers, read.conflicts], [{ Photos: [second, first, id] }, []]);
});

test('merging more than two conflicting answers keeps all photos', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const photos = Array.from({ length: 3 }, () => randomUUID());
  for (const photo of photos) await sendAnswers(anna, { Album: [photo] }, 0);
  const { id } = await anna.send(await createNoisyJpeg(20, 20), { field: 'Album' });
  const { answers, conflicts } = (await anna.caller.get(anna.inspection)).body;
  assert.deepEqual([answers.Album.toSorted(), conflicts], [[...photos, id].toSorted(), []]);
});

test('photos received concurrently all end up in the answer', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const photo = await createNoisyJpeg(20, 20);
  const sent = await Promise.all([1, 2, 3, 4, 5].map(() => anna.send(photo, { field: 'Photos' })));
  const ids = sent.filter(({ response: { status } }) => status === 204).map(({ id }) => id);
  assert.equal(ids.length, 3);
  assert.deepEqual(new Set((await anna.answers()).Photos as string[]), new Set(ids));
});

test("a photo's time is always stored, but its position only if the workbook asks for it (S40)", async (t) => {
  const { default: sharp } = await import('sharp');
  const anna = await startUploadClient(await startService(t), 'anna');
  const photo = await sharp(await createNoisyJpeg(20, 20))
    .withExif({
      IFD2: { DateTimeOriginal: '2026:03:01 09:30:00' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 30/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '4/1 45/1 0/1',
      },
    })
    .jpeg()
    .toBuffer();
  for (const field of ['Photos', 'Placed']) await anna.send(photo, { field });
  const stored = (await anna.uploads()).map(({ field, position, takenAt }) => [field, position, takenAt]);
  assert.deepEqual(stored.sort(), [
    ['Photos', null, '2026-03-01T09:30:00'],
    ['Placed', { latitude: 52.5, longitude: 4.75 }, '2026-03-01T09:30:00'],
  ]);
});

test('an upload that changes an answer in an inspection without a task appears in the feed', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const erp = await service.as('erp');
  const { nextChangeToken } = (await erp.get('/api/services/custom/externaltask/GetChanges')).body.result;
  const waiting = erp.get(
    `/api/services/custom/externaltask/GetChanges?changeToken=${nextChangeToken}&wait=30`,
  );
  await anna.send(await createNoisyJpeg(20, 20), { field: 'Photos' });
  const { result } = (await waiting).body;
  assert.notEqual(result.nextChangeToken, nextChangeToken);
});

test('uploads received after the task was cancelled form a late result', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna', { externalId: 'WO-1' });
  const photo = await createNoisyJpeg(20, 20);
  const id = parseUploadId(await anna.create(photo.length, { field: 'Photos' }));
  await (await service.as('erp')).task('cancel', { externalTaskIds: ['WO-1'] });
  assert.equal((await anna.patch(id, 0, photo)).status, 204);
  const { id: late } = await anna.send(photo, { field: 'Photos' });
  const { state, answers } = (await anna.caller.get(anna.inspection)).body;
  assert.deepEqual([state, answers], ['Canceled', { Photos: [id, late] }]);
});

test('uploads received after completion are stored, and become part of the answer once the inspection is returned', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(20, 20);
  const id = parseUploadId(await anna.create(photo.length, { field: 'Photos' }));
  assert.equal((await anna.caller.post(`${anna.inspection}/complete`)).status, 200);
  assert.equal((await anna.patch(id, 0, photo)).status, 204);
  const { id: another } = await anna.send(photo, { field: 'Photos' });
  const closed = (await anna.caller.get(anna.inspection)).body;
  assert.deepEqual([closed.state, closed.answers, closed.lateFromRevision], ['Closed', {}, 1]);
  assert.deepEqual(
    closed.uploads.map((upload: { id: string }) => upload.id),
    [id, another],
  );
  await (await service.as('coordinator')).post(`${anna.inspection}/return`, {});
  assert.deepEqual(await anna.answers(), { Photos: [id, another] });
});
