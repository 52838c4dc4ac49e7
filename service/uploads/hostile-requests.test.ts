import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { run } from '#service/database/statement.ts';
import { openPatch, type RawPatch } from '#service/testing/raw-patch.ts';
import { startService } from '#service/testing/start-service.ts';
import { formatMetadata, parseUploadId, startUploadClient } from '#service/testing/upload-client.ts';

type HostileRequest = { method: string; path: string; headers: Record<string, string>; body: Uint8Array };

/** Any characters that HTTP allows in a header, including non-ASCII bytes. */
const headerValue = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
});

const numberText = fc.oneof(
  fc.constantFrom('0', '5', '-1', '+5', ' 5', '5 ', '0x5', '1e1', '5.0', 'NaN', '', '99999999999999999999'),
  fc.nat(20).map(String),
);

test('no malformed request causes an internal error, and every rejection gives a reason', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const { inspectionId } = anna;
  const id = parseUploadId(await anna.create(10, { field: 'Papers' }));
  const validMetadata = { inspectionId, field: 'Papers', filename: 'a', filetype: 'b' };
  const metadata = fc.oneof(
    headerValue,
    fc.constant(formatMetadata(validMetadata)),
    fc
      .record({
        inspectionId: fc.oneof(fc.constant(inspectionId), fc.string()),
        field: fc.oneof(
          fc.constantFrom('Papers', 'Photos', 'Defects', '__proto__', 'constructor'),
          fc.string(),
        ),
        filename: fc.string({ unit: 'binary' }),
        filetype: fc.string({ unit: 'binary' }),
        itemId: fc.oneof(fc.constant(undefined), fc.string()),
        id: fc.oneof(fc.constant(undefined), fc.constant(id), fc.uuid(), fc.string()),
        sha256: fc.oneof(fc.constant(undefined), fc.string()),
      })
      .map(formatMetadata),
  );
  const headers = fc.record(
    {
      'tus-resumable': fc.oneof({ weight: 8, arbitrary: fc.constant('1.0.0') }, headerValue),
      'upload-length': numberText,
      'upload-offset': numberText,
      'upload-metadata': metadata,
      'upload-defer-length': fc.constantFrom('1', '2'),
      'x-http-method-override': fc.constantFrom('PATCH', 'DELETE', 'GET', 'x'),
      'content-type': fc.oneof(
        fc.constantFrom('application/offset+octet-stream', 'application/json'),
        headerValue,
      ),
      range: fc.oneof(fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1'), headerValue),
    },
    { requiredKeys: [] },
  );
  const hostileRequests: fc.Arbitrary<HostileRequest> = fc.record({
    method: fc.constantFrom('POST', 'PATCH', 'HEAD', 'GET', 'OPTIONS', 'PUT'),
    path: fc.constantFrom(
      '/api/v1/uploads',
      `/api/v1/uploads/${id}`,
      '/api/v1/uploads/..%2fx',
      `/api/v1/inspections/${inspectionId}/uploads`,
      `/api/v1/inspections/${inspectionId}/uploads/${id}`,
      `/api/v1/inspections/${inspectionId}/uploads/%00`,
    ),
    headers,
    body: fc.uint8Array({ maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(hostileRequests, async (hostileRequest) => {
      const { status, type } = await send(service.url, anna.accessToken, hostileRequest);
      assert.ok(status < 500, `${status}`);
      if (status >= 400 && status !== 416 && hostileRequest.method !== 'HEAD')
        assert.match(type, /^application\/problem\+json/);
    }),
    { numRuns: 500 },
  );
});

/** Node's HTTP client sends any header that HTTP allows. */
const send = (url: string, accessToken: string, { method, path, headers, body }: HostileRequest) =>
  new Promise<{ status: number; type: string }>((resolve, reject) => {
    const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT';
    const clientRequest = request(url + path, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${accessToken}`,
        ...(hasBody && { 'content-length': body.length }),
      },
    });
    clientRequest.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '' });
      });
    });
    clientRequest.end(hasBody ? body : undefined);
  });

test('a user who opens the maximum number of connections and sends nothing does not block other users', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const connections: RawPatch[] = [];
  // Creates the uploads one by one: on a busy machine, creating them all at once would exceed the wait limit for the
  // database.
  while (connections.length < 64) {
    const id = parseUploadId(await anna.create(10, { field: 'Album' }));
    connections.push(await openPatch({ url: service.url, ...anna }, { id, offset: 0, length: 10 }));
  }
  const areAllReceiving = async () =>
    (await run(service.database.db, 'select from upload where receiver is not null', [])).length === 64;
  while (!(await areAllReceiving()));
  const rejected = await anna.send(Buffer.from('text'), { field: 'Papers' });
  assert.deepEqual([rejected.response.status, rejected.response.headers.get('retry-after')], [429, '1']);
  const bram = await startUploadClient(service, 'bram');
  assert.equal((await bram.send(Buffer.from('text'), { field: 'Papers' })).response.status, 204);
  const [first, ...rest] = connections;
  first!.disconnect();
  while (await areAllReceiving());
  assert.equal((await anna.patch(rejected.id, 0, Buffer.from('text'))).status, 204);
  for (const connection of rest) connection.disconnect();
});
