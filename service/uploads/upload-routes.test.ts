import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { startObjectStore } from '#service/testing/start-object-store.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import {
  createNoisyJpeg,
  parseUploadId,
  startUploadClient,
  type UploadClient,
} from '#service/testing/upload-client.ts';

const download = async (
  service: TestService,
  { accessToken, inspection }: UploadClient,
  path: string,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${service.url}${inspection}/uploads/${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

test('a download has a safe file name and cannot run as part of this site (S39)', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const names: Record<string, string> = {
    '../../x': `attachment; filename="x"; filename*=UTF-8''x`,
    'a\r\nb': `attachment; filename="ab"; filename*=UTF-8''ab`,
    'brug “noord”.html': `attachment; filename="brug _noord_.html"; filename*=UTF-8''brug%20%E2%80%9Cnoord%E2%80%9D.html`,
  };
  for (const [filename, disposition] of Object.entries(names)) {
    const { id } = await anna.send(Buffer.from('<script>alert(1)</script>'), { field: 'Papers', filename });
    const { status, headers, bytes } = await download(service, anna, id);
    assert.deepEqual([status, bytes.toString()], [200, '<script>alert(1)</script>']);
    assert.equal(headers.get('content-disposition'), disposition);
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'");
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cache-control'), 'private, no-cache');
  }
  const { id } = await anna.send(await createNoisyJpeg(9, 9), { field: 'Mark', filename: 'mark.jpg' });
  const mark = await download(service, anna, id);
  assert.match(mark.headers.get('content-disposition')!, /filename="mark.png"/);
  const stored = await Array.fromAsync(service.services.uploads.files.list(''));
  for (const { key } of stored)
    assert.match(key, /^\d+\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/[0-9a-f-]{36}(-thumbnail)?$/);
});

for (const [name, createStore] of [
  ['a folder', async () => undefined],
  [
    'an object store',
    async (t: Parameters<typeof startObjectStore>[0]) => ({ bucket: await startObjectStore(t) }),
  ],
] as const) {
  test(`a download from ${name} supports ranges and revalidation`, async (t) => {
    const service = await startService(t, { fileStore: await createStore(t) });
    const anna = await startUploadClient(service, 'anna');
    const text = Buffer.from('0123456789'.repeat(20_000));
    const { id } = await anna.send(text, { field: 'Papers' });
    const complete = await download(service, anna, id);
    assert.deepEqual([complete.status, complete.bytes.equals(text)], [200, true]);
    assert.equal(complete.headers.get('accept-ranges'), 'bytes');
    const etag = complete.headers.get('etag')!;
    const part = await download(service, anna, id, { range: 'bytes=5-14' });
    assert.deepEqual([part.status, part.bytes.toString()], [206, '5678901234']);
    assert.equal(part.headers.get('content-range'), `bytes 5-14/${text.length}`);
    assert.equal(
      (await download(service, anna, id, { range: 'bytes=199990-', 'if-range': etag })).bytes.length,
      10,
    );
    assert.equal((await download(service, anna, id, { range: 'bytes=1-2', 'if-range': '"x"' })).status, 200);
    const beyond = await download(service, anna, id, { range: `bytes=${text.length}-` });
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${text.length}`]);
    const unmodified = await download(service, anna, id, { 'if-none-match': `"x", ${etag}` });
    assert.deepEqual([unmodified.status, unmodified.bytes.length], [304, 0]);
    assert.equal((await download(service, anna, id, { 'if-none-match': '"x"' })).status, 200);
  });
}

test('HEAD returns the same headers as GET for downloads and thumbnails, without a body', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const { id } = await anna.send(await createNoisyJpeg(90, 60), { field: 'Photos' });
  const getHeaders = ({ headers }: { headers: Headers }) =>
    [
      'content-type',
      'content-length',
      'content-disposition',
      'etag',
      'accept-ranges',
      'cache-control',
      'content-security-policy',
    ].map((name) => headers.get(name));
  for (const path of [id, `${id}/thumbnail`]) {
    const url = `${anna.inspection}/uploads/${path}`;
    const head = (headers?: Record<string, string>) => anna.caller.request('HEAD', url, undefined, headers);
    const complete = await download(service, anna, path);
    for (const response of [await head(), await head({ range: 'bytes=0-1' })]) {
      assert.deepEqual([response.status, response.bytes.length], [200, 0]);
      assert.deepEqual(getHeaders(response), getHeaders(complete));
    }
    assert.equal((await head({ 'if-none-match': complete.headers.get('etag')! })).status, 304);
    assert.equal((await service.anonymous.request('HEAD', url)).status, 401);
  }
  assert.equal((await anna.caller.request('HEAD', `${anna.inspection}/uploads/x`)).status, 404);
  const { files } = service.services.uploads;
  await files.delete((await Array.fromAsync(files.list(''))).map(({ key }) => key));
  assert.equal((await anna.caller.request('HEAD', `${anna.inspection}/uploads/${id}`)).status, 404);
});

test('a picture has a thumbnail, a file has none, and an incomplete upload cannot be downloaded', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const { id } = await anna.send(await createNoisyJpeg(900, 600), {
    field: 'Photos',
    filename: 'IMG_1.HEIC',
  });
  const thumbnail = await download(service, anna, `${id}/thumbnail`);
  const { format, width, height } = await sharp(thumbnail.bytes).metadata();
  assert.deepEqual([thumbnail.status, format, width, height], [200, 'jpeg', 400, 267]);
  assert.match(thumbnail.headers.get('content-disposition')!, /filename="IMG_1-thumbnail.jpg"/);
  const etag = thumbnail.headers.get('etag')!;
  assert.equal((await download(service, anna, `${id}/thumbnail`, { 'if-none-match': etag })).status, 304);
  assert.notEqual((await download(service, anna, id)).headers.get('etag'), etag);
  const { id: paper } = await anna.send(Buffer.from('text'), { field: 'Papers' });
  assert.equal((await download(service, anna, `${paper}/thumbnail`)).status, 404);
  const unfinished = parseUploadId(await anna.create(5, { field: 'Papers' }));
  assert.equal((await download(service, anna, unfinished)).status, 404);
});

test('only users who can see the inspection can read its uploads', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const anna = await startUploadClient(service, 'anna');
  const { id } = await anna.send(Buffer.from('text'), { field: 'Papers' });
  const otherOrganisation = await createOrganisation(database.db, 'other');
  const readStatuses = async (userName: string, { tenantId, userIds } = organisation) => {
    const accessToken = await grantToken(database.db, tenantId, userIds[userName]!);
    const other = { ...anna, accessToken };
    return [
      (await download(service, other, '')).status,
      (await download(service, other, id)).status,
      (await download(service, other, `${id}/thumbnail`)).status,
    ];
  };
  for (const name of ['anna', 'viewer', 'coordinator', 'erp', 'admin']) {
    assert.deepEqual(await readStatuses(name), [200, 200, 404], name);
  }
  assert.deepEqual(await readStatuses('bram'), [404, 404, 404]);
  assert.deepEqual(await readStatuses('admin', otherOrganisation), [404, 404, 404]);
  // An upload is readable only through its own inspection.
  const otherInspection = await startUploadClient(service, 'anna');
  assert.equal((await download(service, otherInspection, id)).status, 404);
  assert.equal((await download(service, anna, randomUUID())).status, 404);
  assert.equal((await download(service, anna, 'x')).status, 404);
  assert.equal((await service.anonymous.get(`${anna.inspection}/uploads/${id}`)).status, 401);
});

test('uploads are listed page by page', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const ids = Array.from({ length: 5 }, () => randomUUID()).sort();
  for (const id of ids) await anna.create(5, { id, field: 'Papers' });
  const readPage = async (query: string) =>
    (await anna.caller.get(`${anna.inspection}/uploads?${query}`)).body;
  const listIds = ({ uploads }: { uploads: { id: string }[] }) => uploads.map(({ id }) => id);
  const first = await readPage('limit=3');
  assert.deepEqual([listIds(first), first.next], [ids.slice(0, 3), ids[2]]);
  const second = await readPage(`limit=2&after=${first.next}`);
  assert.deepEqual([listIds(second), second.next], [ids.slice(3), null]);
  for (const query of ['limit=0', 'limit=501', 'after=x']) assert.equal((await readPage(query)).status, 422);
});

test('downloading an upload with a missing file returns 404', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const { id } = await anna.send(Buffer.from('text'), { field: 'Papers' });
  const { files } = service.services.uploads;
  const keys = (await Array.fromAsync(files.list(''))).map(({ key }) => key);
  await files.delete(keys);
  const response = await download(service, anna, id);
  assert.equal(response.status, 404);
  assert.match(response.bytes.toString(), /missing from the storage/);
});
