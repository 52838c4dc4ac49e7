import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Caller } from '#service/testing/caller.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';
import { formatSecretContext } from './login-provider.ts';

const PROVIDERS = '/api/v1/login-providers';
const SECRET = 'canary-7f3a secret "é"';
const { certificate } = createSigningIdentity('ec');

const oidc = (overrides: Record<string, unknown> = {}) => ({
  name: 'Municipality',
  type: 'oidc',
  issuer: 'https://login.example.org',
  clientId: 'ronda',
  clientSecret: SECRET,
  ...overrides,
});

const wsFederation = (overrides: Record<string, unknown> = {}) => ({
  name: 'ADFS',
  type: 'wsfederation',
  issuer: 'urn:adfs',
  signInUrl: 'https://adfs.example.org/adfs/ls/',
  certificates: [certificate],
  ...overrides,
});

const start = async (t: TestContext, settings: Parameters<typeof startService>[1] = {}) => {
  const service = await startService(t, settings);
  const admin = await service.as('admin');
  const create = async (providerBody: Record<string, unknown>) => {
    const { status, body } = await admin.post(PROVIDERS, providerBody);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  return { ...service, db: service.database.db, admin, create };
};

const put = (caller: Caller, id: string, edit: unknown, ifMatch?: string) =>
  caller.request('PUT', `${PROVIDERS}/${id}`, edit, ifMatch === undefined ? {} : { 'if-match': ifMatch });

const remove = (caller: Caller, id: string, ifMatch?: string) =>
  caller.request(
    'DELETE',
    `${PROVIDERS}/${id}`,
    undefined,
    ifMatch === undefined ? {} : { 'if-match': ifMatch },
  );

test('an administrator creates, edits and deletes a provider', async (t) => {
  const { admin, url } = await start(t);
  const createResponse = await admin.post(PROVIDERS, wsFederation({ imageClass: 'fa-building' }));
  assert.equal(createResponse.status, 201);
  const { id, createdAt, modifiedAt, ...provider } = createResponse.body;
  assert.equal(createResponse.headers.get('location'), `${PROVIDERS}/${id}`);
  assert.equal(createResponse.headers.get('etag'), '"1"');
  assert.equal(createdAt, modifiedAt);
  assert.deepEqual(provider, {
    revision: 1,
    name: 'ADFS',
    type: 'wsfederation',
    isEnabled: false,
    imageUri: null,
    imageClass: 'fa-building',
    hasClientSecret: false,
    callbackUrl: `${url}/api/account/ExternalLoginCallback`,
    issuer: 'urn:adfs',
    signInUrl: 'https://adfs.example.org/adfs/ls/',
    certificates: [certificate],
    signsInAdministrators: false,
  });
  const readResponse = await admin.get(`${PROVIDERS}/${id}`);
  assert.deepEqual([readResponse.body, readResponse.headers.get('etag')], [createResponse.body, '"1"']);

  const edit = wsFederation({ name: 'AD FS', isEnabled: true, realm: 'urn:ronda' });
  assert.equal((await put(admin, id, edit)).status, 428);
  assert.equal((await put(admin, id, edit, 'W/')).status, 422);
  const editResponse = await put(admin, id, edit, '"1"');
  assert.deepEqual([editResponse.status, editResponse.headers.get('etag')], [200, '"2"']);
  const editedProvider = editResponse.body;
  assert.equal(editedProvider.revision, 2);
  assert.deepEqual(
    [editedProvider.name, editedProvider.isEnabled, editedProvider.realm, editedProvider.imageClass],
    ['AD FS', true, 'urn:ronda', null],
  );
  assert.equal((await put(admin, id, edit, '"1"')).status, 412);
  assert.equal((await remove(admin, id, '"1"')).status, 412);
  assert.equal((await remove(admin, id)).status, 428);

  await admin.post(PROVIDERS, oidc({ name: 'aaa' }));
  const { body: list } = await admin.get(PROVIDERS);
  assert.deepEqual(
    list.loginProviders.map(({ name }: { name: string }) => name),
    ['aaa', 'AD FS'],
  );
  assert.deepEqual(list.loginProviders[1], editedProvider);
  assert.equal((await remove(admin, id, '"2"')).status, 204);
  for (const request of [
    admin.get(`${PROVIDERS}/${id}`),
    remove(admin, id, '*'),
    put(admin, id, edit, '*'),
  ]) {
    assert.equal((await request).status, 404);
  }
  const { body: log } = await admin.get('/api/v1/audit-events?kind=login-provider');
  assert.deepEqual(
    log.events
      .map(({ kind, targetName, details }: Record<string, unknown>) => [kind, targetName, details])
      .reverse(),
    [
      ['login-provider.created', 'ADFS', { type: 'wsfederation', isEnabled: false }],
      [
        'login-provider.edited',
        'AD FS',
        {
          name: { before: 'ADFS', after: 'AD FS' },
          isEnabled: { before: false, after: true },
          imageClass: { before: 'fa-building', after: null },
          realm: { before: null, after: 'urn:ronda' },
        },
      ],
      ['login-provider.created', 'aaa', { type: 'oidc', isEnabled: false }],
      ['login-provider.deleted', 'AD FS', {}],
    ],
  );
});

test("a provider's secret is encrypted and never returned", async (t) => {
  const { admin, create, db, services, organisation, logLines } = await start(t);
  const { id } = await create(oidc({ issuer: 'http://127.0.0.1:1' }));
  const readStoredSecret = async () => {
    const [row] = await run<{ sealed_secret: Buffer | null; text: string }>(
      db,
      'select sealed_secret, login_provider::text as text from login_provider where provider_id = $1',
      [id],
    );
    const { sealed_secret: encrypted } = row!;
    assert.ok(!row!.text.includes('canary') && !encrypted?.includes('canary'));
    return (
      encrypted && services.encryption.decrypt(encrypted, formatSecretContext(organisation.tenantId, id))
    );
  };
  assert.equal(await readStoredSecret(), SECRET);
  const { clientSecret: _, ...edit } = oidc({ issuer: 'http://127.0.0.1:1', isEnabled: true });
  assert.equal((await put(admin, id, edit, '"1"')).body.hasClientSecret, true);
  assert.equal(await readStoredSecret(), SECRET, 'an edit without a secret keeps the stored secret');
  const redirectedResponse = await put(admin, id, { ...edit, issuer: 'http://127.0.0.1:2' }, '"2"');
  assert.deepEqual(
    [redirectedResponse.status, redirectedResponse.body.errors[0].field],
    [422, 'clientSecret'],
    'the secret is not sent to another server',
  );
  assert.equal((await put(admin, id, { ...edit, clientSecret: 'canary two' }, '"2"')).status, 200);
  assert.equal(await readStoredSecret(), 'canary two');
  assert.equal((await admin.post(PROVIDERS, oidc())).status, 409);
  assert.equal((await admin.post(`${PROVIDERS}/${id}/test`)).status, 200);
  const responses = await Promise.all(
    [PROVIDERS, `${PROVIDERS}/${id}`, '/api/v1/audit-events'].map(async (path) =>
      (await admin.get(path)).bytes.toString(),
    ),
  );
  assert.match(responses[2]!, /"clientSecret":"replaced"/);
  for (const text of [...responses, ...logLines]) assert.ok(!text.includes('canary'), text);
  const withoutSecret = wsFederation({ isEnabled: true });
  assert.equal((await put(admin, id, withoutSecret, '"3"')).body.hasClientSecret, false);
  assert.equal(await readStoredSecret(), null, 'a provider that needs no secret has none');
});

test('provider names are unique within an organisation, ignoring case', async (t) => {
  const { admin, create, asOtherTenant } = await start(t);
  const creations = ['Twin', 'TWIN', 'twin', 'Twin'].map((name) =>
    admin.post(PROVIDERS, wsFederation({ name })),
  );
  const statuses = (await Promise.all(creations)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [201, 409, 409, 409]);
  const { id } = await create(wsFederation({ name: 'Other' }));
  const renameResponse = await put(admin, id, wsFederation({ name: 'tWIN', isEnabled: true }), '"1"');
  assert.deepEqual(
    [renameResponse.status, renameResponse.body.detail],
    [409, "There is already an identity provider with the name 'tWIN'."],
  );
  assert.equal((await put(admin, id, wsFederation({ name: 'OTHER', isEnabled: true }), '"1"')).status, 200);
  const otherAdmin = await asOtherTenant('admin');
  assert.equal((await otherAdmin.post(PROVIDERS, wsFederation({ name: 'Twin' }))).status, 201);
});

test('only users with SignIn.Manage see providers, and only those of their own organisation (S33, S34)', async (t) => {
  const { create, as, anonymous, asOtherTenant } = await start(t);
  const { id } = await create(wsFederation());
  const allRequests = (caller: Caller, providerId: string) => [
    caller.get(`${PROVIDERS}/${providerId}`),
    put(caller, providerId, wsFederation({ isEnabled: true }), '*'),
    remove(caller, providerId, '*'),
    caller.post(`${PROVIDERS}/${providerId}/test`),
  ];
  const readStatuses = async (responses: ReturnType<typeof allRequests>) =>
    (await Promise.all(responses)).map(({ status }) => status);
  for (const name of ['coordinator', 'anna', 'viewer', 'erp']) {
    const caller = await as(name);
    const requests = [
      ...allRequests(caller, id),
      caller.get(PROVIDERS),
      caller.post(PROVIDERS, wsFederation()),
    ];
    assert.deepEqual(
      await readStatuses(requests),
      requests.map(() => 403),
      name,
    );
  }
  assert.deepEqual(
    await readStatuses([...allRequests(anonymous, id), anonymous.get(PROVIDERS)]),
    [401, 401, 401, 401, 401],
  );
  const otherAdmin = await asOtherTenant('admin');
  for (const providerId of [id, '019a0000-0000-7000-8000-000000000000', 'x', '%27']) {
    const statuses = await readStatuses(allRequests(otherAdmin, providerId));
    assert.deepEqual(statuses, [404, 404, 404, 404], providerId);
  }
  assert.deepEqual((await otherAdmin.get(PROVIDERS)).body.loginProviders, []);
  assert.equal((await (await as('admin')).get(`${PROVIDERS}/${id}`)).body.revision, 1);
});

test('testing a provider reveals no details of an unreachable URL and sends no request to WS-Federation providers', async (t) => {
  const { admin, create } = await start(t);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const unreachable = `http://127.0.0.1:${port}`;
  await new Promise((resolve) => server.close(resolve));
  // Only browsers access a WS-Federation provider's URL.
  const { id } = await create(wsFederation({ signInUrl: `${unreachable}/adfs/ls/` }));
  const runTest = async (providerId: string) => {
    const response = await admin.post(`${PROVIDERS}/${providerId}/test`);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  const result = await runTest(id);
  assert.deepEqual(
    [result.hasPassed, result.checks.map(({ name }: { name: string }) => name)],
    [true, ['signInUrl', 'certificates[0]']],
  );
  assert.match(result.checks[1].message, /^Valid until 2049-12-31; SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}\.$/);
  for (const [type, providerBody] of Object.entries({
    oidc: oidc({ name: 'oidc', issuer: unreachable }),
    oauth2: {
      ...oidc({ name: 'oauth2', type: 'oauth2', issuer: undefined }),
      authorizationUrl: `${unreachable}/authorize`,
      tokenUrl: `${unreachable}/token`,
      userInfoUrl: `${unreachable}/me`,
    },
  })) {
    const { hasPassed, checks } = await runTest((await create(providerBody)).id);
    assert.equal(hasPassed, false, type);
    assert.equal(checks.at(-1).message, 'The provider did not respond as expected.', type);
  }
  const { body } = await admin.get('/api/v1/audit-events?kind=login-provider.tested');
  assert.deepEqual(
    body.events.map(({ details }: { details: object }) => details),
    [false, false, true].map((hasPassed) => ({ hasPassed })),
  );
});
