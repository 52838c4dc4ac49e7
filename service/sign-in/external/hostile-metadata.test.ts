import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { measureLongestTurn } from '#service/testing/measure-turns.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { startService } from '#service/testing/start-service.ts';
import { assertCpuTimeRatioBelow } from '#workbook-engine/testing/compare-cpu-time.ts';

type Metadata = Record<string, unknown>;

/** Starts a server where each path is an issuer with its own metadata. */
const startIssuers = async (t: TestContext) => {
  const documents = new Map<string, string>();
  const server = createServer(({ url }, response) => {
    const document = documents.get(url!.split('/')[1]!);
    response.writeHead(url!.endsWith('/openid-configuration') ? 200 : 400, {
      'content-type': 'application/json',
    });
    response.end(url!.endsWith('/openid-configuration') ? document : '{"error":"invalid_grant"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (overrides: Metadata): string => {
    const name = `issuer${documents.size}`;
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      ...overrides,
    };
    documents.set(name, JSON.stringify(metadata));
    return issuer;
  };
};

const start = async (t: TestContext) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const addIssuer = await startIssuers(t);
  let created = 0;
  return {
    /** Configures a provider with this metadata. Returns functions to test it and to start a sign-in. */
    addProvider: async (metadata: Metadata) => {
      const name = `Provider ${++created}`;
      const { status, body } = await admin.post('/api/v1/login-providers', {
        name,
        type: 'oidc',
        isEnabled: true,
        issuer: addIssuer(metadata),
        clientId: 'ronda',
        clientSecret: 'secret',
      });
      assert.equal(status, 201, JSON.stringify(body));
      const query = new URLSearchParams({ provider: name });
      return {
        check: () => admin.post(`/api/v1/login-providers/${body.id}/test`),
        signIn: () => createNoJsBrowser(service.url).get(`/sign-in/with?${query}`),
      };
    },
    readReasons: async () => {
      const { body } = await admin.get('/api/v1/audit-events?kind=sign-in.failed');
      return (body.events as { details: { reason: string } }[]).map(({ details }) => details.reason);
    },
  };
};

const INVALID: [name: string, values: unknown[]][] = [
  ['authorization_endpoint', ['not a URL', 5, {}, [], true, '', 'javascript:alert(1)', 'data:text/html,x']],
  ['authorization_endpoint', [`https://example.org/${'x'.repeat(100_000)}`]],
  ['token_endpoint', ['/token', 5]],
  ['userinfo_endpoint', [5]],
  ['jwks_uri', [{}]],
  ['token_endpoint_auth_methods_supported', [5, {}, 'client_secret_basic', [5], Array(101).fill('x')]],
  ['code_challenge_methods_supported', [5, { includes: 1 }, 'S256']],
  ['authorization_response_iss_parameter_supported', ['yes']],
];

test("if a provider's metadata contains an invalid value, sign-ins are denied, and testing the provider names the property", async (t) => {
  const { addProvider, readReasons } = await start(t);
  for (const [name, values] of INVALID) {
    for (const value of values) {
      const { check, signIn } = await addProvider({ [name]: value });
      const { status, body } = await check();
      const label = `${name}: ${JSON.stringify(value).slice(0, 80)}`;
      assert.equal(status, 200, label);
      assert.equal(body.hasPassed, false, label);
      assert.match(body.checks[0].message, new RegExp(name), label);
      assert.equal((await signIn()).status, 400, label);
      assert.equal((await readReasons())[0], `the provider announces an invalid ${name}`);
    }
  }
});

test('sign-ins are denied if the provider advertises no authorization endpoint', async (t) => {
  const { addProvider, readReasons } = await start(t);
  const { check, signIn } = await addProvider({ authorization_endpoint: null });
  assert.equal((await check()).body.hasPassed, false);
  assert.equal((await signIn()).status, 400);
  assert.match((await readReasons())[0]!, /does not announce a required endpoint/);
});

const LONG_VALUES: unknown[] = [
  Array(40_000).fill([]),
  Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a${index}`, 1])),
  Array.from({ length: 10_000 }, (_, index) => ({ [`a${index}`]: 1 })),
];

test('long metadata does not block other requests, and metadata that is too long is rejected', async (t) => {
  const { addProvider } = await start(t);
  for (const value of LONG_VALUES) {
    const provider = await addProvider({ extension: value });
    const use = async () => {
      assert.equal((await provider.check()).body.hasPassed, true);
      assert.equal((await provider.signIn()).status, 302);
    };
    await assertCpuTimeRatioBelow(2.7, () => measureLongestTurn(use));
    const rejectedProvider = await addProvider({ extension: Array(8).fill(value) });
    assert.equal((await rejectedProvider.check()).body.hasPassed, false);
    assert.equal((await rejectedProvider.signIn()).status, 400);
  }
});
