import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { type TestContext, test } from 'node:test';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const LOGINS = '/api/account/externalLogins';
const START = '/api/account/ExternalLogin';

/** A provider that does not exist. Starting a sign-in with OAuth 2.0 sends no request to it. */
const createProvider = (name: string, overrides: Record<string, unknown> = {}) => ({
  name,
  type: 'oauth2',
  isEnabled: true,
  clientId: 'ronda',
  clientSecret: 'a secret',
  authorizationUrl: 'http://127.0.0.1:9/auth',
  tokenUrl: 'http://127.0.0.1:9/token',
  userInfoUrl: 'http://127.0.0.1:9/me',
  ...overrides,
});

const startWithProviders = async (t: TestContext, settings: Parameters<typeof startService>[1] = {}) => {
  const service = await startService(t, settings);
  const admin = await service.as('admin');
  for (const body of [
    createProvider('Works', { imageUri: 'https://example.org/works.png' }),
    createProvider('Municipality', { imageClass: 'fa-building' }),
    createProvider('Off', { isEnabled: false }),
    createProvider('Portal only', { tokenInFragment: false }),
  ]) {
    assert.equal((await admin.post('/api/v1/login-providers', body)).status, 201);
  }
  const otherOrganisation = await service.asOtherTenant('admin');
  const { status } = await otherOrganisation.post('/api/v1/login-providers', createProvider('Theirs'));
  assert.equal(status, 201);
  const patch = { allowedRedirectUris: ['https://assets.example.org/signed-in'] };
  const patchResponse = await admin.request('PATCH', '/api/v1/sign-in-settings', patch, { 'if-match': '*' });
  assert.equal(patchResponse.status, 200);
  return service;
};

const get = async ({ url }: TestService, path: string, query: Record<string, string> | string) => {
  const search = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  const response = await fetch(`${url}${path}?${search}`, { redirect: 'manual' });
  const body = await response.text();
  return { status: response.status, location: response.headers.get('location'), body };
};

const buildValidQuery = (service: TestService) => ({
  provider: 'Works',
  response_type: 'token',
  client_id: 'self',
  redirect_uri: `${service.url}/`,
  state: 'the caller’s state',
});

test('an application is offered the providers that its tenant has enabled (L1, L2)', async (t) => {
  const service = await startWithProviders(t);
  const listLogins = async (query: Record<string, string> | string) =>
    JSON.parse((await get(service, LOGINS, query)).body) as Record<string, string>[];
  const logins = await listLogins({ returnUrl: '/', generateState: 'false' });
  assert.deepEqual(
    logins.map(({ url: _, state: __, ...rest }) => rest),
    [
      { name: 'Municipality', imageUri: null, imageClass: 'fa-building' },
      { name: 'Works', imageUri: 'https://example.org/works.png', imageClass: null },
    ],
  );
  const [first] = logins;
  assert.deepEqual(Object.keys(first!), ['name', 'url', 'state', 'imageUri', 'imageClass']);
  assert.match(first!.state!, /^[\w-]{43}$/);
  const query = new URLSearchParams({
    provider: 'Municipality',
    response_type: 'token',
    client_id: 'self',
    redirect_uri: `${service.url}/`,
    state: first!.state!,
  });
  assert.equal(first!.url, `${START}?${query}`);
  const second = await listLogins('RETURNURL=%2Ftasks&GenerateState=true');
  assert.notEqual(second[0]!.state, first!.state);
  assert.match(second[0]!.url!, /redirect_uri=http[^&]*%2Ftasks&/);
  const otherLogins = await listLogins({ returnUrl: '/', generateState: 'false', tenancyName: 'other' });
  assert.deepEqual(
    otherLogins.map(({ name }) => name),
    ['Theirs'],
  );
  assert.match(otherLogins[0]!.url!, /&tenancyName=other$/);
  assert.deepEqual(await listLogins({ returnUrl: '/', generateState: 'false', tenancyName: 'nowhere' }), []);
});

test('a request without a required parameter is rejected (contract, External identity provider flow, step 1; L4)', async (t) => {
  const service = await startWithProviders(t);
  for (const query of ['', 'returnUrl=%2F', 'generateState=false'])
    assert.equal((await get(service, LOGINS, query)).status, 404, query);
  for (const name of Object.keys(buildValidQuery(service))) {
    const { [name as 'state']: _, ...rest } = buildValidQuery(service);
    const { status, location } = await get(service, START, rest);
    assert.deepEqual([status, location], [404, null], name);
  }
});

test('the browser is redirected to the provider only if every parameter is valid (L3, L4)', async (t) => {
  const service = await startWithProviders(t);
  const started = await get(service, START, buildValidQuery(service));
  assert.equal(started.status, 302);
  assert.match(started.location!, /^http:\/\/127\.0\.0\.1:9\/auth\?/);
  assert.ok(
    !started.location!.includes(encodeURIComponent('caller')),
    "the application's state is not sent to the provider",
  );
  for (const invalid of [
    { provider: 'Off' },
    { provider: 'Theirs' },
    { provider: 'Portal only' },
    { provider: '' },
    { provider: "Works' or '1'='1" },
    { response_type: 'code' },
    { client_id: 'other' },
    { tenancyName: 'other' },
    { tenancyName: 'nowhere' },
    { state: 'x'.repeat(1_025) },
    { redirect_uri: '/' },
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${service.url}@evil.example/` },
    { redirect_uri: `${service.url}/#x` },
    { redirect_uri: `${service.url}\\@evil.example/` },
    { redirect_uri: `${service.url.replace('http://', 'http://user@')}/` },
    { redirect_uri: service.url.replace(/\d+$/, '1') },
    { redirect_uri: 'https://assets.example.org/signed-in/' },
    { redirect_uri: 'https://assets.example.org/signed-in?x' },
    { redirect_uri: 'http://assets.example.org/signed-in' },
    { redirect_uri: 'javascript:alert(1)' },
    { redirect_uri: '' },
  ]) {
    const { status, location } = await get(service, START, { ...buildValidQuery(service), ...invalid });
    assert.deepEqual([status, location], [400, null], JSON.stringify(invalid));
  }
  const allowedUrlQuery = {
    ...buildValidQuery(service),
    redirect_uri: 'https://assets.example.org/signed-in',
  };
  assert.equal((await get(service, START, allowedUrlQuery)).status, 302);
  const repeatedProvider = `${new URLSearchParams(buildValidQuery(service))}&provider=Off`;
  assert.equal((await get(service, START, repeatedProvider)).status, 400);
});

test('a returnUrl must be on this server or in the list of allowed URLs (L3)', async (t) => {
  const service = await startWithProviders(t);
  const getStatus = async (returnUrl: string) =>
    (await get(service, LOGINS, { returnUrl, generateState: 'false' })).status;
  for (const valid of ['/', '/tasks?state=Active', 'https://assets.example.org/signed-in'])
    assert.equal(await getStatus(valid), 200, valid);
  for (const invalid of [
    '',
    'tasks',
    '//evil.example',
    '/\\evil.example',
    '/\t/x',
    '/#x',
    'https://evil.example/',
  ])
    assert.equal(await getStatus(invalid), 400, invalid);
});

test('request headers cannot change the callback URL (S16, W17)', async (t) => {
  const service = await startWithProviders(t, { trustProxy: ['203.0.113.1'] });
  const { port } = new URL(service.url);
  const start = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const query = new URLSearchParams({ returnUrl: '/', generateState: 'false' });
      httpRequest({ host: '127.0.0.1', port, path: `${LOGINS}?${query}`, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end();
    });
  assert.equal(await start({ host: `localhost:${port}` }), 200);
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    'localhost.evil.example',
    '127.0.0.1@evil.example',
  ])
    assert.equal(await start({ host }), 400, host);
  assert.equal(await start({ host: `localhost:${port}`, 'x-forwarded-host': 'evil.example' }), 200);
});

test('PUBLIC_URL determines all URLs, regardless of the request headers', async (t) => {
  const service = await startWithProviders(t, { publicUrl: 'https://ronda.example.org/field' });
  const { body } = await get(service, LOGINS, { returnUrl: '/', generateState: 'false' });
  const redirectUri = 'https://ronda.example.org/field/';
  assert.match(JSON.parse(body)[0].url, new RegExp(`redirect_uri=${encodeURIComponent(redirectUri)}&`));
  const started = await get(service, START, { ...buildValidQuery(service), redirect_uri: redirectUri });
  const { searchParams } = new URL(started.location!);
  assert.equal(
    searchParams.get('redirect_uri'),
    'https://ronda.example.org/field/api/account/ExternalLoginCallback',
  );
  assert.equal((await get(service, START, buildValidQuery(service))).status, 400);
});

test('browsers get an error page', async (t) => {
  const service = await startWithProviders(t);
  const accept = 'text/html,application/xhtml+xml';
  const response = await createNoJsBrowser(service.url).get(`${START}?provider=Works`, { accept });
  assert.equal(response.status, 404);
  assert.match(response.text, /<!doctype html>/);
});
