import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createPlainBrowser } from '#service/testing/plain-browser.ts';
import { makeSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';

const PROVIDERS = '/api/v1/login-providers';
const CANARY = 'canary-4711';
const FORBIDDEN = 'this address is not allowed';
const UNEXPECTED = 'the provider did not answer as expected';

/** A program on this machine that is none of an administrator's business, and how many have connected to it. */
const startNeighbour = async (t: TestContext, listener: RequestListener) => {
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

const closedPort = async () => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const { certificate } = makeSigningIdentity('ec');

/** Providers of every type whose addresses are all the same. */
const draftsAt = (address: string) => {
  const client = { clientId: 'ronda', clientSecret: 'secret' };
  const urls = { authorizationUrl: address, tokenUrl: address, userInfoUrl: address };
  return [
    { type: 'oidc', issuer: address, ...client },
    { type: 'oauth2', ...urls, ...client },
    { type: 'wsfederation', issuer: 'urn:adfs', signInUrl: address, certificates: [certificate] },
  ];
};

const start = async (t: TestContext, settings: Parameters<typeof startService>[1]) => {
  const service = await startService(t, settings);
  const admin = await service.as('admin');
  let made = 0;
  const create = async (draft: object): Promise<{ id: string; name: string }> => {
    const { status, body } = await admin.post(PROVIDERS, { isEnabled: true, ...draft, name: `P${made++}` });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  /** Everything that an administrator is shown of a provider after a test of it and a try to sign in by it. */
  const shownOf = async ({ id, name }: { id: string; name: string }): Promise<string> => {
    const { body } = await admin.post(`${PROVIDERS}/${id}/test`);
    const checks = body.checks.filter(({ name }: { name: string }) => !name.startsWith('certificates'));
    await createPlainBrowser(service.url).get(`/sign-in/with?provider=${name}`);
    const { events } = (await admin.get('/api/v1/audit-events?limit=500')).body;
    const reasons = events
      .filter(({ details }: { details: { by?: string } }) => details.by === name)
      .map(({ details }: { details: { reason: string } }) => details.reason);
    return JSON.stringify({ isFit: body.isFit, checks, reasons });
  };
  return { ...service, admin, create, shownOf };
};

test('an administrator learns nothing of the programs on the server by setting up providers (S45)', async (t) => {
  const neighbour = await startNeighbour(t, (_request, response) => response.end(CANARY));
  const closed = await closedPort();
  const resolve = async (host: string) => (host.startsWith('inside') ? ['127.0.0.1'] : ['8.8.8.8', '::1']);
  const { create, shownOf } = await start(t, { allowPrivateTargets: [], resolve, allowInsecureHttp: true });
  for (const host of ['localhost', 'inside.example.org', 'both.example.org']) {
    for (const scheme of ['http', 'https']) {
      const shown = await Promise.all(
        [neighbour.port, closed].map(async (port) => {
          const drafts = draftsAt(`${scheme}://${host}:${port}/`);
          const outcomes: string[] = [];
          for (const draft of drafts) outcomes.push(await shownOf(await create(draft)));
          return outcomes;
        }),
      );
      const withoutPorts = shown.map((outcomes) => outcomes.join().replaceAll(/:\d{4,5}\b/g, ''));
      assert.equal(withoutPorts[0], withoutPorts[1]);
      assert.match(shown[0]![0]!, new RegExp(`This address is not allowed.*${FORBIDDEN}`));
    }
  }
  assert.equal(neighbour.connections(), 0);
});

test('a provider leads this server to no address that may not be called (S45)', async (t) => {
  const neighbour = await startNeighbour(t, (_request, response) => response.end(CANARY));
  const inside = `http://inside.example.org:${neighbour.port}`;
  let metadata: object = {};
  const provider = await startNeighbour(t, (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
  });
  const issuer = `http://127.0.0.1:${provider.port}`;
  // The provider is allowed; what it names is on an address next to it, which is not.
  const resolve = async () => ['127.0.0.1', '127.0.0.2'];
  const { create, shownOf } = await start(t, { allowPrivateTargets: ['127.0.0.1'], resolve });
  metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${inside}/token`,
    jwks_uri: `${inside}/keys`,
  };
  const shown = await shownOf(await create({ ...draftsAt(issuer)[0] }));
  assert.match(shown, /This address is not allowed/);
  assert.ok(provider.connections() > 0);

  const redirecting = await startNeighbour(t, (_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${neighbour.port}/` }).end(),
  );
  for (const draft of draftsAt(`http://127.0.0.1:${redirecting.port}`)) await shownOf(await create(draft));
  assert.ok(redirecting.connections() >= 3);
  assert.equal(neighbour.connections(), 0);
});

test('no answer of a program shows up in the audit log or in a test, and neither does why there is none (S45)', async (t) => {
  const json =
    (status: number, body: unknown): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const answers: Record<string, RequestListener> = {
    'a page': (_request, response) => response.end(`<h1>${CANARY}</h1>`),
    'an error page': (_request, response) => response.writeHead(500).end(CANARY),
    'not found': (_request, response) => response.writeHead(404).end(CANARY),
    'other JSON': json(200, { [CANARY]: CANARY }),
    'a list': json(200, [CANARY]),
    'an error of its own': json(400, { error: CANARY, error_description: CANARY }),
    'broken JSON': (_request, response) =>
      response.setHeader('content-type', 'application/json').end(`{"${CANARY}`),
    'another type': (_request, response) => response.setHeader('content-type', CANARY).end(CANARY),
    'no HTTP': ({ socket }) => void socket.end(`SSH-2.0-${CANARY}\r\n`),
    'a reset': ({ socket }) => void socket.resetAndDestroy(),
  };
  const { create, shownOf, admin, logged } = await start(t, {});
  const ports = await Promise.all(
    Object.values(answers).map(async (listener) => (await startNeighbour(t, listener)).port),
  );
  for (const port of [...ports, await closedPort()]) {
    const [oidc, oauth2] = draftsAt(`http://127.0.0.1:${port}`);
    const shown = await shownOf(await create(oidc!));
    assert.match(
      shown,
      new RegExp(`The provider did not answer as expected.*"reasons":\\["${UNEXPECTED}"\\]`),
    );
    assert.match(await shownOf(await create(oauth2!)), /The provider did not answer as expected/);
  }
  const log = (await admin.get('/api/v1/audit-events?limit=500')).bytes.toString();
  for (const text of [log, ...logged]) assert.ok(!text.includes(CANARY), text);
});
