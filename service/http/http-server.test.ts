import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { type TestContext, test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { openRawClient } from '#service/testing/raw-http.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';

const LIVE_REQUEST = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n';
const REPETITIONS = 5;

const startServices = async (t: TestContext) => {
  const { privateKey, certificate } = createSigningIdentity();
  const tls = {
    cert: Buffer.from(certificate),
    key: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
  return [await startService(t), await startService(t, { tls })];
};

/** Sends a request through a client that reuses its connections. */
const send = (
  agent: Agent | SecureAgent,
  {
    url,
    method = 'GET',
    headers = {},
    body,
  }: { url: string; method?: string; headers?: Record<string, string>; body?: Buffer },
) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const outgoing = (url.startsWith('https:') ? secureRequest : request)(url, {
      agent,
      method,
      headers: { ...headers, ...(body && { 'content-length': body.length }) },
    });
    outgoing.on('error', reject);
    outgoing.on('response', async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve({ status: response.statusCode, text });
    });
    outgoing.end(body);
  });

test('after a rejected request, the next request on the same connection succeeds (R23)', async (t) => {
  for (const { url } of await startServices(t)) {
    const agent = url.startsWith('https:')
      ? new SecureAgent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
      : new Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    const live = `${url}/health/live`;
    for (let repetition = 0; repetition < REPETITIONS; repetition++) {
      const long = { url: live, headers: { 'x-long': 'x'.repeat(limits.headers) } };
      assert.equal((await send(agent, long)).status, 431);
      assert.equal((await send(agent, { url: live })).status, 200);
      const body = Buffer.alloc(limits.body + 1);
      for (const method of ['POST', 'DELETE']) {
        assert.equal((await send(agent, { url: `${url}/nothing`, method, body })).status, 404);
        assert.equal((await send(agent, { url: live })).status, 200);
      }
      assert.equal(
        (await send(agent, { url: `${url}/api/v1/tasks`, method: 'POST', body: Buffer.alloc(100) })).status,
        401,
      );
      assert.equal((await send(agent, { url: live })).status, 200);
    }
  }
});

test('fetch receives the error for an oversized body (R23)', async (t) => {
  const { url, as } = await startService(t);
  const erp = await as('erp');
  const body = Buffer.alloc(limits.body, 'x');
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const response = await fetch(`${url}/token`, { method: 'POST', body });
    assert.deepEqual(
      [response.status, ((await response.json()) as { error: string }).error],
      [400, 'invalid_request'],
    );
    const long = await erp.request('POST', '/api/v1/tasks', Buffer.alloc(3 * limits.body, ' '));
    assert.equal(long.status, 413);
    assert.equal((await erp.get('/api/v1/me')).status, 200);
  }
});

test('a client that sends its whole body before reading receives the error (R23)', async (t) => {
  for (const { url } of await startServices(t)) {
    const client = await openRawClient(url);
    client.socket.pause();
    client.send('POST /nothing HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n');
    const chunk = Buffer.alloc(64 * 1024, 'x');
    for (let sent = 0; sent < 4 * limits.body; sent += chunk.length) {
      client.send(`${chunk.length.toString(16)}\r\n`);
      client.send(chunk);
      client.send('\r\n');
    }
    await new Promise<void>((resolve) => client.socket.write('0\r\n\r\n', () => resolve()));
    client.socket.resume();
    const [response] = await client.waitForResponses(1);
    assert.deepEqual([response?.status, response?.headers.connection], [404, 'close']);
    client.socket.destroy();
  }
});

test('an unreadable request gets problem details and closes the connection (R23)', async (t) => {
  const { url } = await startService(t);
  const invalid: [bytes: string, status: number][] = [
    ['NONSENSE\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nhost: localhost\r\nbroken header\r\n\r\n', 400],
    [`GET /?${'x'.repeat(limits.headers)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, 431],
    [
      'POST /token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['POST /token HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 400],
    ['POST /token HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n', 400],
    ['CONNECT localhost:22 HTTP/1.1\r\nhost: localhost:22\r\n\r\n', 405],
  ];
  for (const [bytes, status] of invalid) {
    const client = await openRawClient(url);
    client.send(bytes);
    const responses = await client.responses;
    assert.deepEqual(
      responses.map((response) => response.status),
      [status],
      bytes.slice(0, 60),
    );
    const { headers, body } = responses[0]!;
    assert.equal(headers.connection, 'close');
    assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const { detail, ...problem } = JSON.parse(body);
    assert.deepEqual([problem.status, typeof detail], [status, 'string']);
  }
});

test('requests sent before a malformed one still get their responses, and requests sent after it are not processed (R23)', async (t) => {
  const { url } = await startService(t);
  const client = await openRawClient(url);
  client.send(`${LIVE_REQUEST}${LIVE_REQUEST}NONSENSE\r\n\r\n${LIVE_REQUEST}`);
  assert.deepEqual(
    (await client.responses).map(({ status }) => status),
    [200, 200, 400],
  );

  const rejected = await openRawClient(url);
  rejected.send(
    `POST /nothing HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n${'x'.repeat(100_000)}${LIVE_REQUEST}`,
  );
  assert.deepEqual(
    (await rejected.responses).map(({ status }) => status),
    [404],
  );
});

test('the connection stays usable after a short body that no route reads (R23)', async (t) => {
  const { url } = await startService(t);
  const client = await openRawClient(url);
  client.send(`DELETE /nothing HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n`);
  const [response] = await client.waitForResponses(1);
  assert.deepEqual([response?.status, response?.headers.connection], [404, 'keep-alive']);
  client.send(`${'x'.repeat(1_000)}${LIVE_REQUEST}`);
  assert.deepEqual(
    (await client.waitForResponses(2)).map(({ status }) => status),
    [404, 200],
  );
  client.socket.end();
});

test('a request with Expect: 100-continue can be rejected before the client sends the body (R23)', async (t) => {
  const { url, as } = await startService(t);
  await as('erp');
  const expectContinue = (path: string, length: number, headers = '') =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\n${headers}\r\n`;
  for (const [path, length, status] of [
    ['/nothing', 10, 404],
    ['/api/v1/tasks', 10, 401],
    ['/health/live', 10, 405],
    ['/token', 3 * limits.body, 400],
  ] as const) {
    const client = await openRawClient(url);
    client.send(expectContinue(path, length));
    const responses = await client.responses;
    assert.deepEqual(
      responses.map((response) => [response.status, response.headers.connection]),
      [[status, 'close']],
      path,
    );
  }
  const client = await openRawClient(url);
  client.send(expectContinue('/token', 15));
  assert.equal((await client.waitForResponses(1))[0]?.status, 100);
  client.send('grant_type=none');
  const [, response] = await client.waitForResponses(2);
  assert.deepEqual([response?.status, response?.headers.connection], [400, 'keep-alive']);
  client.socket.end();
});

test('an HTTP/1.0 client receives its response, and the connection closes', async (t) => {
  const { url } = await startService(t);
  for (const bytes of [
    'GET /health/live HTTP/1.0\r\n\r\n',
    'GET /health/live HTTP/1.0\r\nhost: localhost\r\nexpect: 100-continue\r\n\r\n',
  ]) {
    const client = await openRawClient(url);
    client.send(bytes);
    assert.deepEqual(
      (await client.responses).map(({ status }) => status),
      [200],
    );
  }
});
