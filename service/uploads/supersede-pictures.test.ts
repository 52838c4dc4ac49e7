import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, parseUploadId, startUploadClient } from '#service/testing/upload-client.ts';
import { deleteSupersededPictures } from './clean-up-uploads.ts';

const EVIDENCE = { name: 'Evidence', type: 'photo', keepOriginals: true } as const;

/** Starts an inspection as anna. Returns functions to answer it and to find pictures. */
const startInspection = async (t: TestContext) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna', { questions: [EVIDENCE] });
  const photo = await createNoisyJpeg(30, 20);
  const send = async (field: string) => (await anna.send(photo, { field })).id;
  const answer = async (patch: object) => {
    const { status, body } = await anna.caller.request('PATCH', `${anna.inspection}/answers`, patch);
    assert.equal(status, 200, JSON.stringify(body));
    return body.revision as number;
  };
  const isAvailable = async (id: string) => {
    const { status } = await anna.caller.get(`${anna.inspection}/uploads/${id}`);
    const thumbnail = await anna.caller.get(`${anna.inspection}/uploads/${id}/thumbnail`);
    const { uploads } = (await anna.caller.get(anna.inspection)).body;
    const listed = [uploads, await anna.uploads()].map((all) =>
      all.some((upload: { id?: unknown }) => upload.id === id),
    );
    assert.deepEqual([thumbnail.status, ...listed], [status, status === 200, status === 200]);
    return status === 200;
  };
  const { uploads } = service.services;
  const countFiles = async (id: string) =>
    (await Array.fromAsync(uploads.files.list(''))).filter(({ key }) => key.includes(id)).length;
  const cleanUpLater = (days: number) =>
    deleteSupersededPictures({ ...uploads, now: () => Date.now() + days * 86_400_000 });
  const readUsage = async () =>
    (await run<{ bytes: number }>(service.database.db, 'select bytes from upload_usage', []))[0]!.bytes;
  return { service, anna, photo, send, answer, isAvailable, countFiles, cleanUpLater, readUsage };
};

test('when a picture is annotated, the original is hidden, and its files are deleted a day later', async (t) => {
  const { anna, photo, send, answer, isAvailable, countFiles, cleanUpLater, readUsage } =
    await startInspection(t);
  const first = await send('Album');
  const usageBefore = await readUsage();
  const original = await send('Album');
  const annotated = randomUUID();
  await answer({ answers: { Album: [first, annotated] } });
  assert.deepEqual([await isAvailable(first), await isAvailable(original)], [true, false]);
  await anna.send(photo, { field: 'Album', id: annotated });
  assert.deepEqual(await anna.answers(), { Album: [first, annotated] });
  await cleanUpLater(0.99);
  assert.equal(await countFiles(original), 2, 'a report in progress can still read it');
  await cleanUpLater(1.01);
  assert.deepEqual(
    [await countFiles(original), await countFiles(first), await countFiles(annotated)],
    [0, 2, 2],
  );
  assert.equal(await readUsage(), usageBefore * 2);
});

test('a removed picture can be restored for a day', async (t) => {
  const { send, answer, isAvailable, cleanUpLater } = await startInspection(t);
  const picture = await send('Album');
  await answer({ answers: { Album: null } });
  assert.equal(await isAvailable(picture), false);
  await answer({ answers: { Album: [picture] } });
  await cleanUpLater(2);
  assert.equal(await isAvailable(picture), true);
});

test('a field with keepOriginals keeps pictures that were annotated, retaken or removed', async (t) => {
  const { send, answer, isAvailable } = await startInspection(t);
  const [evidence, albumPicture] = [await send('Evidence'), await send('Album')];
  await answer({ answers: { Evidence: null, Album: null } });
  assert.deepEqual([await isAvailable(evidence), await isAvailable(albumPicture)], [true, false]);
});

test('pictures in comments and repeats can be superseded, but signatures and files cannot', async (t) => {
  const { send, answer, isAvailable } = await startInspection(t);
  const [commented, inEntry, signature] = [await send('Height'), await send('Picture'), await send('Mark')];
  await answer({ comments: { Height: { text: 'Rust', pictures: [commented] } } });
  await answer({ answers: { Defects: [{ Picture: [inEntry] }, {}] } });
  assert.deepEqual([await isAvailable(commented), await isAvailable(inEntry)], [true, true]);
  await answer({ answers: { Defects: [{}], Mark: null } });
  await answer({ comments: { Height: { text: 'Rust' } } });
  const availability = [
    await isAvailable(commented),
    await isAvailable(inEntry),
    await isAvailable(signature),
  ];
  assert.deepEqual(availability, [false, false, true]);
});

test('a picture that no answer has referred to yet survives the removal of other pictures', async (t) => {
  const { send, answer, isAvailable } = await startInspection(t);
  const [early, removed] = [await send('Picture'), await send('Picture')];
  await answer({ answers: { Defects: [{ Picture: [removed] }] } });
  await answer({ answers: { Defects: [{}] } });
  assert.deepEqual([await isAvailable(early), await isAvailable(removed)], [true, false]);
});

test('a picture annotated while it is being sent is hidden once complete', async (t) => {
  const { anna, photo, answer, isAvailable, countFiles, cleanUpLater } = await startInspection(t);
  const original = parseUploadId(await anna.create(photo.length, { field: 'Album', id: randomUUID() }));
  await answer({ answers: { Album: [original] } });
  await anna.patch(original, 0, photo.subarray(0, 10));
  await answer({ answers: { Album: [randomUUID()] } });
  assert.equal((await anna.patch(original, 10, photo.subarray(10))).status, 204);
  // A sender that missed the response asks for the progress.
  const progress = await anna.head(original);
  assert.deepEqual([progress.status, progress.headers.get('upload-offset')], [200, String(photo.length)]);
  assert.equal(await isAvailable(original), false);
  await cleanUpLater(2);
  assert.equal(await countFiles(original), 0);
});

test('pictures in two conflicting answers are stored until the conflict is resolved', async (t) => {
  const { send, answer, isAvailable } = await startInspection(t);
  const [onPhone, onTablet] = [await send('Album'), await send('Album')];
  const baseRevision = await answer({ answers: { Album: [] } });
  await answer({ answers: { Album: [onPhone] }, baseRevision, device: 'phone' });
  const revision = await answer({ answers: { Album: [onTablet] }, baseRevision, device: 'tablet' });
  assert.deepEqual([await isAvailable(onPhone), await isAvailable(onTablet)], [true, true]);
  await answer({ answers: { Album: [onTablet] }, baseRevision: revision, device: 'tablet' });
  assert.deepEqual([await isAvailable(onPhone), await isAvailable(onTablet)], [false, true]);
});

test('a completed inspection keeps its pictures until it is completed again', async (t) => {
  const { service, anna, send, answer, isAvailable } = await startInspection(t);
  const [first, second] = [await send('Album'), await send('Album')];
  await answer({ answers: { Album: [first] } });
  assert.equal((await anna.caller.post(`${anna.inspection}/complete`)).status, 200);
  const reviewer = await service.as('coordinator');
  assert.equal((await reviewer.post(`${anna.inspection}/return?completion=1`, {})).status, 200);
  await answer({ answers: { Album: [second] } });
  assert.deepEqual([await isAvailable(first), await isAvailable(second)], [true, true]);
  assert.equal((await anna.caller.post(`${anna.inspection}/complete`)).status, 200);
  assert.deepEqual([await isAvailable(first), await isAvailable(second)], [false, true]);
});
