import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { createOutgoing, type ResolveName } from './outgoing.ts';
import { createOutgoingPolicy } from './outgoing-policy.ts';

const createLimits = () => ({ signal: AbortSignal.timeout(5_000), maxResponseBytes: 1_000 });

type Settings = { allow?: string[]; allowInsecureHttp?: boolean; resolve?: ResolveName };

const createTestOutgoing = ({ allow = [], allowInsecureHttp = false, resolve }: Settings = {}) => {
  const failures: { host: string; reason: string }[] = [];
  const policy = createOutgoingPolicy({ allowPrivateTargets: allow, allowInsecureHttp });
  return { ...createOutgoing(policy, { resolve, onFailure: (failure) => failures.push(failure) }), failures };
};

/** Starts a server on the loopback addresses, including IPv6 if available, that counts connections. */
const startListener = async (
  t: TestContext,
  listener: RequestListener = (_request, response) => response.end('secret'),
) => {
  let connectionCount = 0;
  const listen = async (host: string, port: number) => {
    const server = createServer(listener).on('connection', () => {
      connectionCount++;
    });
    server.listen(port, host);
    await once(server, 'listening');
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  };
  const port = await listen('127.0.0.1', 0);
  await listen('::1', port).catch(() => undefined);
  return { port, countConnections: () => connectionCount };
};

const FORBIDDEN = { name: 'ForbiddenAddressError', message: 'this address is not allowed' };
const NO_RESPONSE = { name: 'NoResponseError', message: 'no usable response' };

const LOOPBACK_NOTATIONS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '127.8.9.10',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  'localhost',
  'LOCALHOST',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
];

test("the server's own addresses are rejected, in every notation (S45)", async (t) => {
  const { port, countConnections } = await startListener(t);
  const { send } = createTestOutgoing({ allowInsecureHttp: true });
  for (const scheme of ['http', 'https']) {
    for (const host of LOOPBACK_NOTATIONS) {
      await assert.rejects(send(`${scheme}://${host}:${port}/`, {}, createLimits()), FORBIDDEN, host);
    }
  }
  assert.equal(countConnections(), 0);
  // The listener can be reached once loopback is allowed.
  await createTestOutgoing({ allow: ['loopback'] }).send(`http://127.0.0.1:${port}/`, {}, createLimits());
  assert.equal(countConnections(), 1);
});

test('connects to a host only if all its addresses are allowed, and only to an address that was checked (S45)', async (t) => {
  const { port, countConnections } = await startListener(t);
  const url = `http://idp.example.org:${port}/`;
  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::ffff:127.0.0.1', '8.8.8.8'],
    [],
  ]) {
    const { send } = createTestOutgoing({ allowInsecureHttp: true, resolve: async () => addresses });
    await assert.rejects(send(url, {}, createLimits()), FORBIDDEN, addresses.join());
  }
  // A name that resolves first to a public address and later to loopback is resolved only once.
  let lookups = 0;
  const resolveWithRebinding = async () => (lookups++ === 0 ? ['192.0.2.1'] : ['127.0.0.1']);
  const { send } = createTestOutgoing({ allow: ['192.0.2.1'], resolve: resolveWithRebinding });
  await assert.rejects(send(url, {}, { ...createLimits(), signal: AbortSignal.timeout(300) }), NO_RESPONSE);
  assert.equal(lookups, 1);
  await assert.rejects(send(url, {}, createLimits()), FORBIDDEN);
  assert.equal(countConnections(), 0);
});

test('a redirect is returned rather than followed (S45)', async (t) => {
  const target = await startListener(t);
  const { port } = await startListener(t, (_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${target.port}/` }).end(),
  );
  const response = await createTestOutgoing({ allow: ['loopback'] }).send(
    `http://localhost:${port}/`,
    {},
    createLimits(),
  );
  assert.deepEqual([response.status, target.countConnections()], [302, 0]);
});

test('later requests do not reuse connections (S45)', async (t) => {
  const { port, countConnections } = await startListener(t);
  const lookups = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
  const { send } = createTestOutgoing({ allow: ['loopback'], resolve: async () => lookups.shift()! });
  const url = `http://idp.example.org:${port}/`;
  await send(url, {}, createLimits());
  await assert.rejects(send(url, {}, createLimits()), FORBIDDEN);
  await send(url, {}, createLimits());
  assert.equal(countConnections(), 2);
});

test('the request keeps its host name, method, headers and body', async (t) => {
  const receivedRequests: unknown[] = [];
  const { port } = await startListener(t, async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream).text();
    receivedRequests.push([
      request.method,
      request.url,
      request.headers.host,
      request.headers['x-test'],
      body,
    ]);
    response.writeHead(201, { 'content-type': 'text/x-test' }).end('fine');
  });
  const { send } = createTestOutgoing({ allow: ['loopback'], resolve: async () => ['127.0.0.1'] });
  const init = { method: 'POST', headers: { 'x-test': 'yes' }, body: new URLSearchParams({ a: 'b c' }) };
  const response = await send(`http://idp.example.org:${port}/a?b=c`, init, createLimits());
  assert.deepEqual(receivedRequests, [['POST', '/a?b=c', `idp.example.org:${port}`, 'yes', 'a=b+c']]);
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), await response.text()],
    [201, 'text/x-test', 'fine'],
  );
});

test('plain HTTP is allowed only for listed addresses and in test environments', async (t) => {
  const { port } = await startListener(t);
  const resolve = async () => ['127.0.0.1', '8.8.8.8'];
  const url = `http://idp.example.org:${port}/`;
  await assert.rejects(
    createTestOutgoing({ allow: ['loopback'], resolve }).send(url, {}, createLimits()),
    FORBIDDEN,
  );
  assert.ok(
    await createTestOutgoing({ allow: ['loopback'], allowInsecureHttp: true, resolve }).send(
      url,
      {},
      createLimits(),
    ),
  );
  await assert.rejects(createTestOutgoing().send('ftp://8.8.8.8/', {}, createLimits()), FORBIDDEN);
});

test('every kind of failure gives the same error (S45)', async (t) => {
  const { privateKey, certificate } = createSigningIdentity();
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const sockets = new Set<Socket>();
  const listen = async (respond: (socket: Socket) => void) => {
    const server = createTcpServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      respond(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  };
  const tls = createTlsServer({ key, cert: certificate }, (_request, response) => response.end('{}'));
  tls.listen(0, '127.0.0.1');
  await once(tls, 'listening');
  t.after(() => tls.close());
  const { port } = tls.address() as AddressInfo;
  const failingUrls = {
    'a closed port': 'http://127.0.0.1:1/',
    'a port that resets': `http://127.0.0.1:${await listen((socket) => void socket.resetAndDestroy())}/`,
    'a port that never responds': `http://127.0.0.1:${await listen(() => undefined)}/`,
    'another protocol': `http://127.0.0.1:${await listen((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n'))}/`,
    'no TLS': `https://127.0.0.1:${await listen((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))}/`,
    'an untrusted certificate': `https://localhost:${port}/`,
    'a response that is too long': `http://127.0.0.1:${(await startListener(t, (_request, response) => response.end('x'.repeat(1_001)))).port}/`,
    'an impossible status': `http://127.0.0.1:${await listen((socket) => socket.end('HTTP/1.1 999 Odd\r\n\r\n'))}/`,
    'an unknown host name': 'https://nobody.invalid/',
    'a user name in the URL': 'http://user:pass@127.0.0.1/',
  };
  for (const [name, url] of Object.entries(failingUrls)) {
    const { send, failures } = createTestOutgoing({ allow: ['loopback'] });
    await assert.rejects(
      send(url, {}, { ...createLimits(), signal: AbortSignal.timeout(500) }),
      (error: Error) => {
        assert.deepEqual(
          [error.name, error.message, error.cause, Object.keys(error)],
          [NO_RESPONSE.name, NO_RESPONSE.message, undefined, ['name']],
          name,
        );
        return true;
      },
    );
    assert.equal(failures.length, 1, name);
  }
});

test('a DNS lookup that never ends is aborted by the signal', async () => {
  const { send } = createTestOutgoing({ resolve: () => new Promise(() => {}) });
  await assert.rejects(
    send('https://idp.example.org/', {}, { ...createLimits(), signal: AbortSignal.timeout(50) }),
    NO_RESPONSE,
  );
});
