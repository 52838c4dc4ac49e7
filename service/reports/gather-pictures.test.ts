import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { findFirstWordOutOfOrder, readPdf } from '#service/testing/read-pdf.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, startUploadClient, type UploadClient } from '#service/testing/upload-client.ts';

const readReport = async ({ caller, inspection }: UploadClient) => {
  const response = await caller.get(`${inspection}/report.pdf`);
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return readPdf(response.bytes);
};

const assertInOrder = (text: string, words: readonly string[]) =>
  assert.equal(findFirstWordOutOfOrder(text, words), undefined, text);

const createDrawing = () =>
  sharp({ create: { width: 600, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();

test('pictures are scaled down to page resolution and shown with their questions', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const tall = await anna.send(await createNoisyJpeg(1_500, 2_000), { field: 'Photos' });
  const small = await anna.send(await createNoisyJpeg(300, 200), { field: 'Photos' });
  const mark = await anna.send(await createDrawing(), {
    field: 'Mark',
    filename: 'mark.png',
    filetype: 'image/png',
  });
  const scan = await createNoisyJpeg(400, 300);
  const papers = await anna.send(scan, { field: 'Papers', filename: 'scan.jpg' });
  const commentPicture = await anna.send(await createNoisyJpeg(320, 240), { field: 'Height' });
  const patch = {
    answers: { Height: 3 },
    comments: { Height: { text: 'Seen', pictures: [commentPicture.id] } },
  };
  assert.equal((await anna.caller.request('PATCH', `${anna.inspection}/answers`, patch)).status, 200);
  for (const { response } of [tall, small, mark, papers, commentPicture]) assert.equal(response.status, 204);
  const { text, pictures } = await readReport(anna);
  assertInOrder(text, [
    'Photos 2 photos',
    'Photo 1',
    'Photo 2',
    'Mark',
    `Papers scan.jpg (${Math.round(scan.length / 1_000)} kB)`,
  ]);
  assertInOrder(text, ['Height 3 Comment: Seen', 'Photo 3']);
  assert.deepEqual(pictures.flat(), [
    [900, 1_200],
    [300, 200],
    [600, 200],
    [320, 240],
  ]);
});

test('a report shows missing, replaced, lost and damaged pictures as not received', async (t) => {
  const folder = join(tmpdir(), `ronda-report-files-${randomUUID()}`);
  t.after(() => rm(folder, { recursive: true, force: true }));
  const service = await startService(t, { fileStore: { folder } });
  const anna = await startUploadClient(service, 'anna');
  const first = await anna.send(await createNoisyJpeg(300, 200), { field: 'Album' });
  const second = await anna.send(await createNoisyJpeg(301, 200), { field: 'Album' });
  const third = await anna.send(await createNoisyJpeg(302, 200), { field: 'Album' });
  const fourth = await anna.send(await createNoisyJpeg(303, 200), { field: 'Album' });
  const answers = { Album: [second.id, third.id, fourth.id, randomUUID()] };
  const response = await anna.caller.request('PATCH', `${anna.inspection}/answers`, { answers });
  assert.equal(response.status, 200, JSON.stringify(response.body));
  const stored = await readdir(folder, { recursive: true });
  const [lostFile] = stored.filter((name) => name.endsWith(third.id));
  await rm(join(folder, lostFile!), { recursive: true });
  for (const damaged of stored.filter((name) => name.includes(`${fourth.id}/`))) {
    await writeFile(join(folder, damaged), 'no picture');
  }
  const { text, pictures } = await readReport(anna);
  assertInOrder(text, [
    'Album 4 photos',
    'Photo 1',
    ...[2, 3, 4].map((number) => `Photo ${number} · Not received`),
  ]);
  assert.deepEqual(pictures.flat(), [[301, 200]]);
  assert.ok(first.id !== second.id);
});

test('a report with very many pictures still shows all of them, only smaller', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const picture = await createNoisyJpeg(500, 400);
  for (let number = 0; number < 61; number++) await anna.send(picture, { field: 'Album' });
  const { pictures, text } = await readReport(anna);
  assert.deepEqual(new Set(pictures.flat().map(String)), new Set(['400,320']));
  assert.equal(pictures.flat().length, 61);
  assert.match(text, /Photo 61/);
});

test('a report with pictures returns 503 while file storage is unavailable', async (t) => {
  const folder = join(tmpdir(), `ronda-report-files-${randomUUID()}`);
  t.after(() => rm(folder, { recursive: true, force: true }));
  const anna = await startUploadClient(await startService(t, { fileStore: { folder } }), 'anna');
  await anna.send(await createNoisyJpeg(300, 200), { field: 'Album' });
  await rm(folder, { recursive: true });
  await writeFile(folder, 'not a folder');
  const response = await anna.caller.get(`${anna.inspection}/report.pdf`);
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5']);
});

test('a temporarily unreadable picture is not reported as missing', async (t) => {
  const folder = join(tmpdir(), `ronda-report-files-${randomUUID()}`);
  t.after(() => rm(folder, { recursive: true, force: true }));
  const anna = await startUploadClient(await startService(t, { fileStore: { folder } }), 'anna');
  const { id } = await anna.send(await createNoisyJpeg(300, 200), { field: 'Album' });
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.includes(`${id}/`)) continue;
    await rm(join(folder, name));
    // A folder can be opened like a file, but not read.
    await mkdir(join(folder, name));
  }
  const response = await anna.caller.get(`${anna.inspection}/report.pdf`);
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5']);
});
