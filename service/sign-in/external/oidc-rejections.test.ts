import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test from 'node:test';
import { run } from '#service/database/statement.ts';
import { followSignIn, parseFragment } from '#service/testing/follow-sign-in.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import type { Deviations } from '#service/testing/openid-provider.ts';
import { findLogin, type ServiceWithProvider, startWithOpenId } from '#service/testing/start-with-openid.ts';

const anna = { sub: '4711', preferred_username: 'anna' };
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
const now = () => Math.floor(Date.now() / 1_000);

const parseClaims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

/** Responses from a provider or an attacker that must be rejected (L10, S13, S15). */
const INVALID_RESPONSES: Readonly<Record<string, Deviations>> = {
  'an ID token from another issuer': { idToken: (claims) => ({ ...claims, iss: 'https://evil.example' }) },
  'an ID token for another client': { idToken: (claims) => ({ ...claims, aud: 'another client' }) },
  'an ID token for several clients': {
    idToken: (claims) => ({ ...claims, aud: ['ronda', 'other'], azp: 'other' }),
  },
  'an ID token that has expired': { idToken: (claims) => ({ ...claims, exp: now() - 3_600 }) },
  'an ID token without an expiry time': { idToken: ({ exp: _, ...claims }) => claims },
  'an ID token with another nonce': { idToken: (claims) => ({ ...claims, nonce: 'replayed' }) },
  'an ID token without a nonce': { idToken: ({ nonce: _, ...claims }) => claims },
  'an ID token without a subject': { idToken: ({ sub: _, ...claims }) => claims },
  'an ID token from the future': {
    idToken: (claims) => ({ ...claims, iat: now() + 3_600, nbf: now() + 3_600 }),
  },
  'an ID token without a signature': {
    rawIdToken: (token, sign) => sign({ alg: 'none' }, parseClaims(token), null),
  },
  'an ID token signed with another key': {
    rawIdToken: (token, sign) => sign({ alg: 'RS256', kid: 'first' }, parseClaims(token), otherKey),
  },
  'an ID token signed with the client secret': {
    rawIdToken: (token, sign) => sign({ alg: 'HS256' }, parseClaims(token), 'a secret between the two'),
  },
  'an ID token whose claims were changed': {
    rawIdToken: (token) => {
      const [header, , signature] = token.split('.');
      const claims = { ...parseClaims(token), preferred_username: 'admin' };
      return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    },
  },
  'no ID token': { rawIdToken: () => undefined },
  'an ID token that cannot be parsed': { rawIdToken: () => 'not a token' },
  'user info for another subject': { userInfo: (claims) => ({ ...claims, sub: '9999' }) },
  'user info without a subject': { userInfo: ({ sub: _, ...claims }) => claims },
  'a callback from another issuer': {
    callback: (url) => url.searchParams.set('iss', 'https://evil.example'),
  },
  'a callback without an issuer': { callback: (url) => url.searchParams.delete('iss') },
  'another code': { callback: (url) => url.searchParams.set('code', 'stolen') },
  'two codes': { callback: (url) => url.searchParams.append('code', 'second') },
  'no code': { callback: (url) => url.searchParams.delete('code') },
  'a token endpoint that fails': {
    tokenEndpoint: (context) => {
      context.status = 500;
      context.body = 'oh no';
    },
  },
  'a token endpoint that redirects': {
    tokenEndpoint: (context) => context.redirect('https://evil.example/token'),
  },
  'a token endpoint with a response that is too long': {
    tokenEndpoint: (context) => {
      context.body = { access_token: 'x'.repeat(3_000_000), token_type: 'bearer' };
    },
  },
};

const assertRejected = async (
  { service, events }: ServiceWithProvider,
  address: string,
  state: string,
  name: string,
) => {
  assert.deepEqual(
    parseFragment(address),
    { error: 'access_denied', error_description: 'The sign-in was denied.', state },
    name,
  );
  const [denied] = await events('sign-in.failed');
  assert.equal(denied?.details.by, 'Municipality', name);
  assert.match(String(denied?.details.reason), /^.{5,400}$/, name);
  const tokens = await run(
    service.database.db,
    'select from access_token where login_provider is not null',
    [],
  );
  assert.equal(tokens.length, 0, name);
};

test('a response that is invalid or not meant for this sign-in is rejected (L9, L10, S13)', async (t) => {
  const setup = await startWithOpenId(t);
  const { service, idp, signIn } = setup;
  for (const [name, deviations] of Object.entries(INVALID_RESPONSES)) {
    idp.setUser(anna, deviations);
    const { address, state } = await signIn(createNoJsBrowser(service.url));
    await assertRejected(setup, address, state, name);
  }
  const { body } = await setup.admin.get('/api/v1/audit-events?kind=sign-in.failed&limit=500');
  assert.equal(body.events.length, Object.keys(INVALID_RESPONSES).length);
  idp.setUser(anna);
  assert.ok(parseFragment((await signIn()).address).access_token);
});

test('provider metadata with another issuer or without a required property is rejected (S15)', async (t) => {
  for (const metadata of [
    (document: Record<string, unknown>) => ({ ...document, issuer: 'https://evil.example' }),
    ({ issuer: _, ...document }: Record<string, unknown>) => document,
    ({ token_endpoint: _, ...document }: Record<string, unknown>) => document,
  ]) {
    const setup = await startWithOpenId(t);
    setup.idp.setUser(anna, { metadata });
    const { address, state } = await setup.signIn();
    await assertRejected(setup, address, state, metadata.toString());
  }
});

test("requests are sent only to the provider's own URLs, and redirects are not followed (S15)", async (t) => {
  for (const redirectsFrom of ['/.well-known/openid-configuration', '/jwks', '/token', '/me']) {
    const setup = await startWithOpenId(t);
    setup.idp.setUser(anna, { redirectsFrom });
    const { address, state } = await setup.signIn();
    await assertRejected(setup, address, state, redirectsFrom);
    assert.ok(setup.idp.requests.includes(`${redirectsFrom === '/token' ? 'POST' : 'GET'} ${redirectsFrom}`));
    assert.ok(!setup.idp.requests.includes('GET /elsewhere'), redirectsFrom);
  }
});

test('a user who cancels at the provider returns without a token (L9)', async (t) => {
  const setup = await startWithOpenId(t);
  setup.idp.declineSignIns();
  const { address, state } = await setup.signIn();
  await assertRejected(setup, address, state, 'declined');
});

test('unknown users, disabled users and service users cannot sign in with a provider (L9, L11)', async (t) => {
  const setup = await startWithOpenId(t);
  for (const claims of [
    { sub: '1', preferred_username: 'nobody' },
    { sub: '2', preferred_username: 'gone' },
    { sub: '3', preferred_username: ' anna' },
    { sub: '4', preferred_username: 'anna\u0000' },
    { sub: '5', preferred_username: 'ann\u0430' },
    { sub: '6', preferred_username: ['anna'] },
    { sub: '7' },
    { sub: 'x'.repeat(255), preferred_username: 'y'.repeat(5_000) },
  ]) {
    setup.idp.setUser(claims);
    const { address, state } = await setup.signIn(createNoJsBrowser(setup.service.url));
    await assertRejected(setup, address, state, JSON.stringify(claims).slice(0, 80));
  }
  await run(setup.service.database.db, "update app_user set is_service = true where user_name = 'erp'", []);
  setup.idp.setUser({ sub: '8', preferred_username: 'erp' });
  const { address, state } = await setup.signIn(createNoJsBrowser(setup.service.url));
  await assertRejected(setup, address, state, 'a service user');
});

test('no user is created if the user name is invalid or already exists (L12)', async (t) => {
  const setup = await startWithOpenId(t, { autoProvision: true });
  const { db } = setup.service.database;
  const countUsers = async () => (await run(db, 'select from app_user', [])).length;
  const initialCount = await countUsers();
  for (const name of ['gone', 'not a name', 'anna@example.org', 'é', 'x'.repeat(65)]) {
    setup.idp.setUser({ sub: name, preferred_username: name });
    const { address, state } = await setup.signIn(createNoJsBrowser(setup.service.url));
    await assertRejected(setup, address, state, name);
  }
  assert.equal(await countUsers(), initialCount);
});

test('a sign-in can be completed only once, only in the browser that started it, and only before it expires (L5, L6)', async (t) => {
  const { service, idp, browser, signIn } = await startWithOpenId(t);
  idp.setUser(anna);
  const reachCallback = async () => {
    const { url } = await findLogin(service);
    const { address } = await followSignIn(browser, url, ({ pathname }) => pathname.endsWith('Callback'));
    return address;
  };
  const address = await reachCallback();
  const otherBrowser = await createNoJsBrowser(service.url).get(address);
  const wrongCookie = createNoJsBrowser(service.url);
  wrongCookie.cookies.set('ronda-sign-in', 'x'.repeat(43));
  for (const response of [otherBrowser, await wrongCookie.get(address)]) {
    assert.equal(response.status, 400);
    assert.equal(response.location, null);
  }
  assert.ok(parseFragment((await browser.get(address)).location!).access_token);
  assert.equal((await browser.get(address)).status, 400);

  const expiredAddress = await reachCallback();
  await run(service.database.db, "update sign_in_attempt set expires_at = now() - interval '1 second'", []);
  assert.equal((await browser.get(expiredAddress)).status, 400);

  const forgedUrl = new URL(await reachCallback());
  forgedUrl.searchParams.set('state', `1_${'x'.repeat(43)}`);
  assert.equal((await browser.get(forgedUrl.href)).status, 400);
  for (const query of [
    '',
    '?state=',
    '?state=1&state=2',
    '?state=%ff&code=x',
    '?code=x',
    '?state=99999999999_x',
  ])
    assert.equal((await browser.get(`/api/account/ExternalLoginCallback${query}`)).status, 400, query);
  assert.ok(parseFragment((await signIn()).address).access_token);
});

test('if a provider is disabled or deleted during a sign-in, the sign-in cannot be completed', async (t) => {
  const setup = await startWithOpenId(t);
  const { service, idp, browser, admin, providerId } = setup;
  idp.setUser(anna);
  const reachCallback = async () => {
    const { url } = await findLogin(service);
    return (await followSignIn(browser, url, ({ pathname }) => pathname.endsWith('Callback'))).address;
  };
  const address = await reachCallback();
  const secondAddress = await reachCallback();
  await run(service.database.db, 'update login_provider set is_enabled = false', []);
  const { location } = await browser.get(address);
  assert.equal(parseFragment(location!).error, 'access_denied');
  const path = `/api/v1/login-providers/${providerId}`;
  assert.equal((await admin.request('DELETE', path, undefined, { 'if-match': '*' })).status, 204);
  assert.equal((await browser.get(secondAddress)).status, 400);
});

test('an unavailable provider affects only its own sign-ins, which show a message', async (t) => {
  const setup = await startWithOpenId(t);
  const { service, idp, browser, providerId, admin } = setup;
  await idp.stop();
  const { address, state } = await setup.signIn();
  await assertRejected(setup, address, state, 'unavailable');
  const page = await browser.get('/sign-in/with?provider=Municipality');
  assert.equal(page.status, 400);
  assert.match(page.text, /You cannot sign in this way/);
  const testResponse = await admin.post(`/api/v1/login-providers/${providerId}/test`);
  assert.equal(testResponse.status, 200);
  assert.equal(testResponse.body.hasPassed, false);
  assert.equal((await browser.get('/sign-in')).status, 200);
  assert.equal((await run(service.database.db, 'select from sign_in_attempt', [])).length, 0);
});
