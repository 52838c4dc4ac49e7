import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';

const PROVIDERS = '/api/v1/login-providers';
const CANARY = 'canary-4711';
const FORBIDDEN = 'this address is not allowed';
const UNEXPECTED = 'the provider did not respond as expected';

/** Starts an internal server that administrators must not be able to reach, and counts the connections to it. */
const startInternalServer = async (t: TestContext, listener: RequestListener) => {
  let connections = 0;
  const server = createServer(listener).on('connection', () => {
    connections++;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
};

const findClosedPort = async () => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const { certificate } = createSigningIdentity('ec');

/** Returns request bodies for all types of provider, all with the same URL. */
const createProviderBodies = (url: string) => {
  const client = { clientId: 'ronda', clientSecret: 'secret' };
  const urls = { authorizationUrl: url, tokenUrl: url, userInfoUrl: url };
  return [
    { type: 'oidc', issuer: url, ...client },
    { type: 'oauth2', ...urls, ...client },
    { type: 'wsfederation', issuer: 'urn:adfs', signInUrl: url, certificates: [certificate] },
  ];
};

const start = async (t: TestContext, settings: Parameters<typeof startService>[1]) => {
  const service = await startService(t, settings);
  const admin = await service.as('admin');
  let created = 0;
  const create = async (provider: object): Promise<{ id: string; name: string }> => {
    const { status, body } = await admin.post(PROVIDERS, {
      isEnabled: true,
      ...provider,
      name: `P${created++}`,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  /** Returns what an administrator learns about a provider by testing it and trying to sign in. */
  const readResults = async ({ id, name }: { id: string; name: string }): Promise<string> => {
    const { body } = await admin.post(`${PROVIDERS}/${id}/test`);
    const checks = body.checks.filter(({ name }: { name: string }) => !name.startsWith('certificates'));
    await createNoJsBrowser(service.url).get(`/sign-in/with?provider=${name}`);
    const { events } = (await admin.get('/api/v1/audit-events?limit=500')).body;
    const reasons = events
      .filter(({ details }: { details: { by?: string } }) => details.by === name)
      .map(({ details }: { details: { reason: string } }) => details.reason);
    return JSON.stringify({ hasPassed: body.hasPassed, checks, reasons });
  };
  return { ...service, admin, create, readResults };
};

test('configuring a provider does not reveal which services are running on the server (S45)', async (t) => {
  const localServer = await startInternalServer(t, (_request, response) => response.end(CANARY));
  const closedPort = await findClosedPort();
  const resolve = async (host: string) => (host.startsWith('inside') ? ['127.0.0.1'] : ['8.8.8.8', '::1']);
  const { create, readResults } = await start(t, {
    allowPrivateTargets: [],
    resolve,
    allowInsecureHttp: true,
  });
  for (const host of ['localhost', 'inside.example.org', 'both.example.org']) {
    for (const scheme of ['http', 'https']) {
      const results = await Promise.all(
        [localServer.port, closedPort].map(async (port) => {
          const bodies = createProviderBodies(`${scheme}://${host}:${port}/`);
          const outcomes: string[] = [];
          for (const provider of bodies) outcomes.push(await readResults(await create(provider)));
          return outcomes;
        }),
      );
      const withoutPorts = results.map((outcomes) => outcomes.join().replaceAll(/:\d{4,5}\b/g, ''));
      assert.equal(withoutPorts[0], withoutPorts[1]);
      assert.match(results[0]![0]!, new RegExp(`This address is not allowed.*${FORBIDDEN}`));
    }
  }
  assert.equal(localServer.connections(), 0);
});

test('a provider cannot make this server call a forbidden address (S45)', async (t) => {
  const localServer = await startInternalServer(t, (_request, response) => response.end(CANARY));
  const internal = `http://inside.example.org:${localServer.port}`;
  let metadata: object = {};
  const provider = await startInternalServer(t, (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
  });
  const issuer = `http://127.0.0.1:${provider.port}`;
  // The provider itself is allowed, but the addresses in its metadata are not.
  const resolve = async () => ['127.0.0.1', '127.0.0.2'];
  const { create, readResults } = await start(t, { allowPrivateTargets: ['127.0.0.1'], resolve });
  metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${internal}/token`,
    jwks_uri: `${internal}/keys`,
  };
  const results = await readResults(await create({ ...createProviderBodies(issuer)[0] }));
  assert.match(results, /This address is not allowed/);
  assert.ok(provider.connections() > 0);

  const redirectingServer = await startInternalServer(t, (_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${localServer.port}/` }).end(),
  );
  for (const provider of createProviderBodies(`http://127.0.0.1:${redirectingServer.port}`))
    await readResults(await create(provider));
  assert.ok(redirectingServer.connections() >= 3);
  assert.equal(localServer.connections(), 0);
});

test('responses from services that are not providers appear neither in the audit log nor in the result of a provider test (S45)', async (t) => {
  const respondWithJson =
    (status: number, body: unknown): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const listeners: Record<string, RequestListener> = {
    'a page': (_request, response) => response.end(`<h1>${CANARY}</h1>`),
    'an error page': (_request, response) => response.writeHead(500).end(CANARY),
    'not found': (_request, response) => response.writeHead(404).end(CANARY),
    'other JSON': respondWithJson(200, { [CANARY]: CANARY }),
    'a list': respondWithJson(200, [CANARY]),
    'a custom error': respondWithJson(400, { error: CANARY, error_description: CANARY }),
    'broken JSON': (_request, response) =>
      response.setHeader('content-type', 'application/json').end(`{"${CANARY}`),
    'another type': (_request, response) => response.setHeader('content-type', CANARY).end(CANARY),
    'no HTTP': ({ socket }) => void socket.end(`SSH-2.0-${CANARY}\r\n`),
    'a reset': ({ socket }) => void socket.resetAndDestroy(),
  };
  const { create, readResults, admin, logLines } = await start(t, {});
  const ports = await Promise.all(
    Object.values(listeners).map(async (listener) => (await startInternalServer(t, listener)).port),
  );
  for (const port of [...ports, await findClosedPort()]) {
    const [oidc, oauth2] = createProviderBodies(`http://127.0.0.1:${port}`);
    const results = await readResults(await create(oidc!));
    assert.match(
      results,
      new RegExp(`The provider did not respond as expected.*"reasons":\\["${UNEXPECTED}"\\]`),
    );
    assert.match(await readResults(await create(oauth2!)), /The provider did not respond as expected/);
  }
  const log = (await admin.get('/api/v1/audit-events?limit=500')).bytes.toString();
  for (const line of [log, ...logLines]) assert.ok(!line.includes(CANARY), line);
});
