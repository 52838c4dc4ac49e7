import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { uploadLimits } from '#contract/upload-limits.ts';
import { run } from '#service/database/statement.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';
import {
  createNoisyJpeg,
  createUploadClient,
  formatMetadata,
  parseUploadId,
  startUploadClient,
} from '#service/testing/upload-client.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const PDF = Buffer.from('%PDF-1.7\nnot much of one');

test('OPTIONS advertises the supported protocol to anyone', async (t) => {
  const { anonymous } = await startService(t);
  const response = await anonymous.request('OPTIONS', '/api/v1/uploads');
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('tus-version'), '1.0.0');
  assert.equal(response.headers.get('tus-extension'), 'creation,creation-with-upload,termination,expiration');
  assert.equal(response.headers.get('tus-max-size'), String(uploadLimits.bytes.file));
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal(response.headers.get('access-control-allow-origin'), null);
});

test('creating the same upload again returns the existing one with its offset', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const id = randomUUID().toUpperCase();
  const metadata = { id, field: 'Papers', filename: 'a.pdf', filetype: 'application/pdf' };
  const first = await anna.create(PDF.length, metadata);
  assert.deepEqual([first.status, parseUploadId(first)], [201, id.toLowerCase()]);
  await anna.patch(id, 0, PDF.subarray(0, 10));
  const again = await anna.create(PDF.length, metadata);
  assert.deepEqual([again.status, again.headers.get('upload-offset')], [201, '10']);
  for (const other of [{ filename: 'b.pdf' }, { field: 'Photos' }, { sha256: 'a'.repeat(64) }]) {
    const conflict = await anna.create(PDF.length, { ...metadata, ...other });
    assert.equal(conflict.status, 409, JSON.stringify(other));
  }
  assert.equal((await anna.create(PDF.length + 1, metadata)).status, 409);
  await anna.patch(id, 10, PDF.subarray(10));
  const created = await anna.create(PDF.length, metadata);
  assert.deepEqual([created.status, created.headers.get('upload-offset')], [201, String(PDF.length)]);
  assert.equal((await anna.uploads()).length, 1);
});

test('the first bytes may be sent with the creation request, and are stored only once', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const metadata = {
    id: randomUUID(),
    inspectionId: anna.inspectionId,
    field: 'Papers',
    filename: 'a',
    filetype: '',
  };
  const announce = (bytes: Buffer) =>
    fetch(`${service.url}/api/v1/uploads`, {
      method: 'POST',
      headers: {
        ...TUS,
        authorization: `Bearer ${anna.accessToken}`,
        'upload-length': String(PDF.length),
        'upload-metadata': formatMetadata(metadata),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(bytes),
    });
  assert.equal((await announce(Buffer.concat([PDF, PDF]))).status, 413);
  const first = await announce(PDF.subarray(0, 10));
  assert.deepEqual([first.status, first.headers.get('upload-offset')], [201, '10']);
  const again = await announce(PDF.subarray(0, 10));
  assert.deepEqual([again.status, again.headers.get('upload-offset')], [201, '10']);
  await anna.patch(metadata.id, 10, PDF.subarray(10));
  assert.deepEqual(await anna.answers(), { Papers: metadata.id });
  metadata.id = randomUUID();
  assert.equal((await announce(PDF)).headers.get('upload-offset'), String(PDF.length));
  assert.deepEqual(await anna.answers(), { Papers: metadata.id });
});

test('bytes at the wrong offset are rejected, and nothing changes', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const id = parseUploadId(await anna.create(PDF.length, { field: 'Papers' }));
  const bytes = PDF.subarray(0, 10);
  assert.equal((await anna.patch(id, 5, bytes)).status, 409);
  assert.equal((await anna.patch(id, 0, bytes)).status, 204);
  const repeated = await anna.patch(id, 0, bytes);
  assert.equal(repeated.status, 409);
  assert.match(repeated.body.detail, /has received 10 bytes/);
  assert.equal((await anna.head(id)).headers.get('upload-offset'), '10');
  assert.equal((await anna.patch(id, 10, PDF.subarray(10))).status, 204);
  assert.equal((await anna.patch(id, 10, PDF.subarray(10))).status, 409);
  assert.equal((await anna.patch(id, PDF.length, Buffer.alloc(0))).status, 204);
});

test('protocol violations are rejected with a readable error', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const { inspectionId } = anna;
  const metadata = formatMetadata({ inspectionId, field: 'Papers', filename: 'a', filetype: 'b' });
  const announce = (headers: Record<string, string>) =>
    anna.caller.request('POST', '/api/v1/uploads', undefined, headers);
  const validHeaders = { ...TUS, 'upload-length': '5', 'upload-metadata': metadata };
  assert.equal((await announce(validHeaders)).status, 201);
  const cases: [headers: Record<string, string>, status: number, message: RegExp][] = [
    [{ 'upload-length': '5', 'upload-metadata': metadata }, 412, /Tus-Resumable: 1.0.0/],
    [{ ...validHeaders, 'tus-resumable': '0.2.2' }, 412, /Tus-Resumable: 1.0.0/],
    [{ ...TUS, 'upload-metadata': metadata }, 400, /Upload-Length is missing/],
    [{ ...validHeaders, 'upload-length': '-1' }, 400, /'-1' was given/],
    [{ ...validHeaders, 'upload-length': '1e3' }, 400, /'1e3' was given/],
    [{ ...validHeaders, 'upload-length': '99999999999999999999' }, 400, /whole number of bytes/],
    [{ ...validHeaders, 'upload-length': '0' }, 400, /at least 1/],
    [{ ...TUS, 'upload-length': '5' }, 400, /Upload-Metadata is missing/],
    [{ ...validHeaders, 'upload-metadata': 'field ???' }, 400, /base64/],
    [{ ...validHeaders, 'upload-metadata': 'field' }, 422, /not valid/],
    [{ ...validHeaders, 'upload-metadata': `${metadata},field eA==` }, 400, /each occur once/],
    [{ ...validHeaders, 'upload-metadata': `x ${'A'.repeat(9_000)}` }, 400, /at most 8192/],
    [{ ...validHeaders, 'upload-metadata': `${metadata},filname eA==` }, 422, /not valid/],
    [{ ...validHeaders, 'upload-metadata': `field ${Buffer.from([0xff]).toString('base64')}` }, 400, /UTF-8/],
  ];
  for (const [headers, status, message] of cases) {
    const response = await announce(headers);
    assert.equal(response.status, status, JSON.stringify(headers));
    assert.match(response.body.detail, message);
    assert.equal(response.headers.get('tus-resumable'), '1.0.0');
    assert.match(response.headers.get('content-type')!, /^application\/problem\+json/);
    assert.ok(response.headers.get('x-request-id'));
  }
  const unknown = await announce({ ...validHeaders, 'upload-metadata': `${metadata},filname eA==` });
  assert.match(unknown.body.errors[0].message, /Did you mean 'filename'\?/);
  const invalidMetadata = formatMetadata({
    inspectionId: 'x',
    field: '',
    filename: 'a',
    filetype: 'b',
    sha256: 'z',
  });
  const { body } = await announce({ ...validHeaders, 'upload-metadata': invalidMetadata });
  assert.deepEqual(body.errors.map(({ field }: { field: string }) => field).sort(), [
    'field',
    'inspectionId',
    'sha256',
  ]);
  const id = parseUploadId(await announce(validHeaders));
  assert.equal((await anna.patch(id, 0, PDF, { 'content-type': 'image/jpeg' })).status, 415);
  assert.equal((await anna.patch(id, 0, PDF, { 'upload-offset': 'x' })).status, 400);
  assert.equal((await anna.patch(id, 0, PDF)).status, 413);
});

test('an upload must refer to a field in the workbook and an item in the inspection', async (t) => {
  const service = await startService(t);
  const { itemIds } = service.organisation;
  const anna = await startUploadClient(service, 'anna', { items: ['BR-001'] });
  const itemId = itemIds['BR-001'];
  const wrong = await anna.create(5, { field: 'Photo', itemId });
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'field']);
  assert.match(wrong.body.errors[0].message, /Did you mean 'Photos'\?/);
  assert.equal((await anna.create(5, { field: 'photos', itemId })).status, 422);
  assert.equal((await anna.create(5, { field: 'Photos' })).status, 422);
  assert.equal((await anna.create(5, { field: 'Photos', itemId: itemIds['BR-002'] })).status, 422);
  const photo = await createNoisyJpeg(20, 20);
  const { id, response } = await anna.send(photo, { field: 'Photos', itemId });
  assert.equal(response.status, 204);
  const { items } = (await anna.caller.get(anna.inspection)).body;
  assert.deepEqual(items[0].answers, { Photos: [id] });
});

test('only the inspector can send uploads, and other organisations cannot see them', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const id = parseUploadId(await anna.create(PDF.length, { field: 'Papers' }));
  const createSenderAs = async (userName: string, organisation = service.organisation) => {
    const { tenantId, userIds } = organisation;
    const token = await grantToken(service.database.db, tenantId, userIds[userName]!);
    return createUploadClient(service.url, token, anna.inspectionId);
  };
  const otherOrganisation = await createOrganisation(service.database.db, 'other');
  const expected: [name: string, status: number, organisation?: typeof otherOrganisation][] = [
    ['bram', 403],
    ['viewer', 403],
    ['erp', 403],
    ['admin', 403],
    ['anna', 404, otherOrganisation],
    ['admin', 404, otherOrganisation],
  ];
  for (const [name, status, organisation] of expected) {
    const other = await createSenderAs(name, organisation);
    const responses = [
      await other.create(PDF.length, { field: 'Papers' }),
      await other.head(id),
      await other.patch(id, 0, PDF),
      await other.caller.request('DELETE', `/api/v1/uploads/${id}`, undefined, TUS),
    ];
    assert.deepEqual(new Set(responses.map((response) => response.status)), new Set([status]), name);
  }
  assert.equal(
    (await service.anonymous.request('HEAD', `/api/v1/uploads/${id}`, undefined, TUS)).status,
    401,
  );
  for (const unknownId of [randomUUID(), 'x', '%2e%2e%2fx']) {
    assert.equal((await anna.head(unknownId)).status, 404);
    assert.equal((await anna.patch(unknownId, 0, PDF)).status, 404);
  }
  // The same ID can exist in every organisation.
  const foreignSender = await startUploadClient({ ...service, organisation: otherOrganisation }, 'anna');
  assert.equal((await foreignSender.create(5, { id, field: 'Papers' })).status, 201);
  const other = await startUploadClient(service, 'anna');
  assert.equal((await other.create(PDF.length, { id, field: 'Papers' })).status, 409);
  assert.equal((await anna.patch(id, 0, PDF)).status, 204);
});

test('a client limited to POST requests can set the method in X-HTTP-Method-Override', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const id = parseUploadId(await anna.create(PDF.length, { field: 'Papers' }));
  const post = (method: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/v1/uploads/${id}`, {
      method: 'POST',
      headers: {
        ...TUS,
        authorization: `Bearer ${anna.accessToken}`,
        'x-http-method-override': method,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        ...headers,
      },
      body: new Uint8Array(PDF.subarray(0, 10)),
    });
  assert.equal((await post('GET')).status, 400);
  assert.equal((await post('PATCH')).headers.get('upload-offset'), '10');
  assert.equal((await post('DELETE')).status, 204);
  assert.equal((await anna.head(id)).status, 404);
});

test('an upload can be cancelled until it completes', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const remove = (id: string) => anna.caller.request('DELETE', `/api/v1/uploads/${id}`, undefined, TUS);
  const id = parseUploadId(await anna.create(PDF.length, { field: 'Papers' }));
  await anna.patch(id, 0, PDF.subarray(0, 10));
  assert.equal((await remove(id)).status, 204);
  assert.equal((await anna.head(id)).status, 404);
  assert.equal((await remove(id)).status, 404);
  assert.deepEqual(await anna.uploads(), []);
  const [usage] = await run<{ bytes: number }>(service.database.db, 'select bytes from upload_usage', []);
  assert.equal(usage!.bytes, 0);
  assert.deepEqual(await Array.fromAsync(service.services.uploads.files.list('')), []);
  const { id: complete } = await anna.send(PDF, { field: 'Papers' });
  assert.equal((await remove(complete)).status, 409);
  assert.deepEqual(await anna.answers(), { Papers: complete });
});
