import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { measureLongestTurn } from '#service/testing/measure-turns.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { openRawClient } from '#service/testing/raw-http.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { parseUploadId, type Sender, startSending } from '#service/testing/upload-caller.ts';
import { requireBelow } from '#workbook-engine/testing/compare-cpu-time.ts';

/** More than the server reads from a connection in one go. */
const MANY = 60_000;
const ROWS = 2_000;
const CONNECTIONS = 24;

const head = (line: string, headers: readonly string[]) =>
  [`${line} HTTP/1.1`, 'host: localhost', 'transfer-encoding: chunked', ...headers, '', ''].join('\r\n');
const chunk = (bytes: string | Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from('\r\n')]);
const END = '0\r\n\r\n';

const send = async ({ url }: TestService, ...parts: (string | Buffer)[]) => {
  const client = await openRawClient(url);
  for (const part of parts) client.send(part);
  return client.responses;
};

const FORM = 'content-type: application/x-www-form-urlencoded';
const JSON_BODY = 'content-type: application/json';
const CSV = 'content-type: text/csv';

const authorize = async ({ database, organisation: { tenantId, userIds } }: TestService, userName: string) =>
  `authorization: Bearer ${await grantToken(database.db, tenantId, userIds[userName]!)}`;

const startUpload = async (anna: Sender, size: number) => {
  const id = parseUploadId(await anna.create(size, { field: 'Papers' }));
  const headers = [
    `authorization: Bearer ${anna.accessToken}`,
    'tus-resumable: 1.0.0',
    'content-type: application/offset+octet-stream',
    'upload-offset: 0',
  ];
  return { id, start: head(`PATCH /api/v1/uploads/${id}`, headers) };
};

/** How a request starts, for each way of receiving a body. */
const startRequests = async (service: TestService) => {
  const types = await (await service.as('admin')).get('/api/v1/content-types');
  const items = `/api/v1/content-types/${types.body.contentTypes[0].id}/items/import`;
  return {
    json: head('POST /api/services/custom/externaltask/post', [await authorize(service, 'erp'), JSON_BODY]),
    form: head('POST /token', [FORM]),
    items: head(`POST ${items}`, [await authorize(service, 'admin'), CSV]),
    tasks: head('POST /api/v1/tasks/import', [await authorize(service, 'coordinator'), CSV]),
    upload: (await startUpload(await startSending(service, 'anna'), MANY)).start,
    unknown: head('POST /nothing', [JSON_BODY]),
    anonymous: head('POST /api/v1/tasks', [JSON_BODY]),
  };
};

test('a body in one-byte chunks is rejected, and the connection is closed', async (t) => {
  const service = await startService(t);
  const tiny = chunk('a').toString().repeat(MANY);
  for (const [name, start] of Object.entries(await startRequests(service))) {
    const [response, ...others] = await send(service, start, tiny, END);
    assert.equal(response?.status, { unknown: 404, anonymous: 401 }[name] ?? 400, name);
    if (response?.status === 400) assert.match(response.body, /too many small chunks/, name);
    assert.equal(response?.headers.connection, 'close', name);
    assert.deepEqual(others, [], name);
  }
});

test('a body in one-byte chunks is also rejected over TLS', async (t) => {
  const { privateKey, certificate } = createSigningIdentity();
  const key = Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const service = await startService(t, { tls: { cert: Buffer.from(certificate), key } });
  const tiny = chunk('a').toString().repeat(MANY);
  const [response] = await send(service, head('POST /token', [FORM]), tiny);
  assert.equal(response?.status, 400);
});

test('a body in small chunks is rejected with a reason in the user’s language', async (t) => {
  const service = await startService(t);
  const headers = [await authorize(service, 'coordinator'), JSON_BODY, 'accept-language: nl'];
  const [response] = await send(
    service,
    head('POST /api/v1/tasks', headers),
    chunk(' ').toString().repeat(MANY),
  );
  assert.equal(response?.status, 400);
  assert.match(response.body, /te veel kleine chunks/);
});

test('users who send bodies in one-byte chunks do not block other users', async (t) => {
  const service = await startService(t);
  const { form, unknown, upload } = await startRequests(service);
  const tiny = chunk('a').toString().repeat(MANY);
  for (const start of [form, unknown, upload]) {
    // The ratio is 0.2 to 1.5; it was 30 when the chunks were not counted.
    await requireBelow(2.2, async () => {
      const clients = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => openRawClient(service.url)),
      );
      return await measureLongestTurn(async () => {
        for (const client of clients) client.send(start + tiny);
        await Promise.all(clients.map(({ responses }) => responses));
      });
    });
  }
});

const SIZES = [1, 60, 16, 17];

test('a file is received as it was sent, whatever its chunk sizes', async (t) => {
  const service = await startService(t);
  const anna = await startSending(service, 'anna');
  const text = Buffer.from(randomBytes(900_000).toString('base64'));
  const { id, start } = await startUpload(anna, text.length);
  const parts: Buffer[] = [];
  for (let position = 0, index = 0; position < text.length; index++) {
    const size = index % 1_000 === 500 ? 200_000 : SIZES[index % SIZES.length]!;
    parts.push(chunk(text.subarray(position, position + size)));
    position += size;
  }
  const [response] = await send(service, start.replace('\r\n', '\r\nconnection: close\r\n'), ...parts, END);
  assert.equal(response?.status, 204);
  const headers = { authorization: `Bearer ${anna.accessToken}` };
  const stored = await fetch(`${service.url}${anna.inspection}/uploads/${id}`, { headers });
  assert.ok(Buffer.from(await stored.arrayBuffer()).equals(text));
});

test('a planner imports tasks with a client that sends each row as a separate chunk', async (t) => {
  const service = await startService(t);
  const { tasks } = await startRequests(service);
  const rows = Array.from({ length: ROWS }, (_, index) =>
    chunk(`WO-${index},Inspect the railing,Bridges,Railing\n`),
  );
  const [response] = await send(
    service,
    tasks.replace(' HTTP/1.1\r\n', '?dryRun=true HTTP/1.1\r\nconnection: close\r\n'),
    chunk('externalId,title,teamName,workbookName\n'),
    ...rows,
    END,
  );
  assert.equal(response?.status, 200);
  assert.equal(JSON.parse(response.body).rows.length, ROWS);
});

test('a body with a content length can arrive in one-byte packets', async (t) => {
  const service = await startService(t);
  const client = await openRawClient(service.url);
  client.socket.setNoDelay(true);
  const form = `grant_type=${'x'.repeat(1_500)}`;
  const start = head('POST /token', [FORM, `content-length: ${form.length}`, 'connection: close']);
  client.send(start.replace('transfer-encoding: chunked\r\n', ''));
  for (const byte of form) await new Promise((resolve) => client.socket.write(byte, resolve));
  const [response] = await client.responses;
  assert.match(response!.body, /unsupported_grant_type/);
});
