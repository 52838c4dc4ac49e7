import assert from 'node:assert/strict';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { setUpWsFederation } from '#service/testing/follow-ws-federation.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { startService } from '#service/testing/start-service.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';

const start = async (t: TestContext, settings: Parameters<typeof startService>[1] = {}) => {
  const [service, provider] = [await startService(t, settings), await startWsFederationProvider(t)];
  const { db } = service.database;
  const admin = await service.as('admin');
  const { id } = await setUpWsFederation(admin, provider);
  const browser = createNoJsBrowser(service.url);
  const validQuery: Record<string, string> = {
    provider: 'ADFS',
    response_type: 'token',
    client_id: 'self',
    redirect_uri: `${settings.publicUrl ?? service.url}/`,
    state: 'x',
  };
  /** Asserts that an error occurred before the sign-in started: no redirect, no cookie, no stored row. */
  const assertRejected = async (name: string, query: string | Record<string, string>) => {
    const search = typeof query === 'string' ? query : new URLSearchParams(query);
    const response = await browser.get(`/api/account/ExternalLogin?${search}`);
    assert.deepEqual([response.status, response.location], [400, null], `${name}: ${response.text}`);
    assert.match(response.headers.get('content-type')!, /^application\/problem\+json/, name);
    assert.equal(response.headers.get('cache-control'), 'no-store', name);
    assert.equal(browser.cookies.size, 0, name);
    assert.deepEqual(await run(db, 'select from sign_in_attempt', []), [], name);
  };
  return { ...service, db, providerId: id, browser, validQuery, assertRejected };
};

test('a request that cannot start a sign-in stores nothing (L4, S4, S9)', async (t) => {
  const { validQuery, assertRejected, browser } = await start(t);
  const invalid: [name: string, overrides: Record<string, string>][] = [
    ['an unknown provider', { provider: 'Nobody' }],
    ['an unknown organisation', { tenancyName: 'nowhere' }],
    ['U+0000 in the provider', { provider: 'ADFS\0' }],
    ['U+0000 in the organisation', { tenancyName: '\0' }],
    ['U+0000 in the state', { state: 'x\0' }],
    ['a lone surrogate', { provider: '\ud800' }],
    ['another response_type', { response_type: 'code' }],
    ['a response_type in capitals', { response_type: 'TOKEN' }],
    ['another client_id', { client_id: 'other' }],
  ];
  for (const [name, overrides] of invalid) await assertRejected(name, { ...validQuery, ...overrides });
  const encoded = new URLSearchParams(validQuery).toString();
  for (const suffix of ['&state=y', '&tenancyName=default&tenancyName=elsewhere', '&tenancyName=%ff']) {
    await assertRejected(suffix, encoded + suffix);
  }
  const list = '/api/account/externalLogins?returnUrl=%2F&generateState=false&tenancyName=%00';
  assert.equal((await browser.get(list)).status, 400);
});

test('a sign-in cannot be started with a URL that is not allowed (L3, L4, S16)', async (t) => {
  const { validQuery, assertRejected, db, url, browser } = await start(t);
  await run(db, `update tenant set allowed_redirect_uris = '{https://assets.example.org/in}'`, []);
  const { port } = new URL(url);
  const forbidden = [
    'https://evil.example/',
    `http://127.0.0.1:${port}.evil.example/`,
    `http://127.0.0.1:${port}@evil.example/`,
    `http://user@127.0.0.1:${port}/`,
    `http://@127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    'http://127.0.0.1:1/',
    'http://127.0.0.1/',
    `http://localhost:${port}/`,
    '//evil.example',
    '/\\evil.example',
    '/',
    `${url}\\@evil.example/`,
    `${url}/#access_token=x`,
    `${url}/#`,
    `${url}/a\tb`,
    `${url}/a\r\nset-cookie: x=y`,
    `${url}/\0`,
    'javascript:alert(1)',
    'data:text/html,x',
    'https://assets.example.org/in/',
    'https://assets.example.org/in?x=1',
    'https://assets.example.org:8443/in',
    'https://user@assets.example.org/in',
    'http://assets.example.org/in',
    'https://assets.example.org./in',
    '',
    'x',
  ];
  for (const redirectUri of forbidden) {
    await assertRejected(redirectUri, { ...validQuery, redirect_uri: redirectUri });
    if (redirectUri === '/') continue;
    const query = new URLSearchParams({ returnUrl: redirectUri, generateState: 'false' });
    const { status, location } = await browser.get(`/api/account/externalLogins?${query}`);
    assert.deepEqual([status, location], [400, null], `returnUrl ${redirectUri}`);
  }
});

test('an invalid link on the sign-in page shows an error page', async (t) => {
  const { browser, db } = await start(t);
  for (const query of [
    '',
    'provider=',
    'provider=Nobody',
    'provider=%00',
    'provider=%ff',
    'provider=ADFS&provider=ADFS',
    'provider=ADFS&tenancyName=nowhere',
    'provider=ADFS&tenancyName=%00',
  ]) {
    const { status, text, location } = await browser.get(`/sign-in/with?${query}`);
    assert.deepEqual([status, location], [400, null], query);
    assert.match(text, /<!doctype html>/);
  }
  assert.deepEqual(await run(db, 'select from sign_in_attempt', []), []);
  assert.equal((await browser.get('/sign-in?tenancyName=%00')).status, 400);
});

/** Sends a request with a forged Host header, which fetch does not allow. */
const sendWithHeaders = (url: string, path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const outgoing = request(url + path, { headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode!, location: response.headers.location });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

/** The size of the connection pool in tests (service/testing/create-database.ts). */
const POOL_SIZE = 16;

const PATHS = [
  '/api/account/externalLogins?returnUrl=%2F&generateState=false',
  '/sign-in/with?provider=ADFS',
  `/api/account/ExternalLogin?${new URLSearchParams({ provider: 'ADFS', response_type: 'token', client_id: 'self', redirect_uri: 'http://evil.example/', state: 'x' })}`,
];

test('request headers cannot change the URL a sign-in returns to (S16, decision W17)', async (t) => {
  const withoutPublicUrl = await start(t);
  for (const path of PATHS) {
    for (const host of [
      'evil.example',
      '127.0.0.1.evil.example',
      'evil.example:80',
      'localhost.evil.example',
    ]) {
      const { status, location } = await sendWithHeaders(withoutPublicUrl.url, path, { host });
      assert.deepEqual([status, location], [400, undefined], `${path} ${host}`);
    }
    const { location = '' } = await sendWithHeaders(withoutPublicUrl.url, path, {
      'x-forwarded-host': 'evil.example',
    });
    assert.ok(!location.includes('evil'), location);
  }
  const withPublicUrl = await start(t, { publicUrl: 'https://ronda.example.org' });
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  const { location } = await sendWithHeaders(withPublicUrl.url, '/sign-in/with?provider=ADFS', headers);
  const wreply = new URL(location!).searchParams.get('wreply');
  assert.equal(wreply, 'https://ronda.example.org/api/account/ExternalLoginCallback');
  assert.equal((await sendWithHeaders(withPublicUrl.url, PATHS[2]!, headers)).status, 400);
});

test('deleting a provider while a sign-in is starting causes no internal error (L9)', async (t) => {
  const { db, providerId, browser, validQuery } = await start(t);
  const { status, location } = await runWhileLocked(
    db,
    (trx) => run(trx, 'delete from login_provider where provider_id = $1', [providerId]),
    () => browser.get(`/api/account/ExternalLogin?${new URLSearchParams(validQuery)}`),
  );
  assert.deepEqual([status, location], [409, null]);
});

test('sign-in returns 503 with Retry-After while the database is overloaded (R5)', async (t) => {
  const { browser, services, validQuery } = await start(t);
  // Holds all connections for longer than a request will wait for one.
  const { db } = services.database;
  const transactions = await Promise.all(
    Array.from({ length: POOL_SIZE }, () => db.startTransaction().execute()),
  );
  try {
    const paths = [...PATHS, `/api/account/ExternalLogin?${new URLSearchParams(validQuery)}`];
    for (const response of paths.map((path) => browser.get(path, { accept: 'text/html' }))) {
      const { status, headers } = await response;
      assert.equal(status, 503);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
  } finally {
    await Promise.all(transactions.map((transaction) => transaction.rollback().execute()));
  }
});

test('starting more than 300 sign-ins per minute from one address is throttled', async (t) => {
  const { url, validQuery, metrics } = await start(t);
  const query = new URLSearchParams(validQuery);
  const startSignIn = () => createNoJsBrowser(url).get(`/api/account/ExternalLogin?${query}`);
  const responses = await Promise.all(Array.from({ length: 300 }, startSignIn));
  assert.ok(responses.every(({ status }) => status === 302));
  // The quota refills by five per second in the meantime.
  let response = await startSignIn();
  for (let count = 0; count < 1_000 && response.status === 302; count++) response = await startSignIn();
  assert.equal(response.status, 429);
  assert.ok(Number(response.headers.get('retry-after')) >= 1);
  assert.match(await metrics(), /^ronda_sign_ins_total\{mechanism="wsfederation",result="throttled"\} 1$/m);
});
