import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCaller } from '#service/testing/caller.ts';
import { parseFragment } from '#service/testing/follow-sign-in.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { type Deviations, SECRET_IN_BODY } from '#service/testing/openid-provider.ts';
import { startWithOpenId } from '#service/testing/start-with-openid.ts';

const anna = { sub: '4711', preferred_username: 'anna', email: 'anna@example.org' };

/**
 * Starts the provider of `startWithOpenId` with plain OAuth 2.0: nothing is discovered, and the user name comes
 * from the user info.
 */
const startWithOAuth2 = async (t: TestContext, settings: Record<string, unknown> = {}) => {
  const setup = await startWithOpenId(t);
  const { admin, idp, providerId } = setup;
  const { issuer, clientId, clientSecret } = idp;
  const providerBody = {
    name: 'Works',
    type: 'oauth2',
    isEnabled: true,
    clientId,
    clientSecret,
    authorizationUrl: `${issuer}/auth`,
    tokenUrl: `${issuer}/token`,
    userInfoUrl: `${issuer}/me`,
    scopes: ['openid', 'profile', 'email'],
    ...settings,
  };
  const path = `/api/v1/login-providers/${providerId}`;
  const { status, body } = await admin.request('PUT', path, providerBody, { 'if-match': '*' });
  assert.equal(status, 200, JSON.stringify(body));
  return { ...setup, providerBody, path };
};

test('a user who signs in with OAuth 2.0 is identified by the user name in the user info (L11, L13)', async (t) => {
  const { service, idp, signIn, events } = await startWithOAuth2(t);
  idp.setUser(anna);
  const { address, trail } = await signIn();
  const { searchParams } = new URL(trail[0]!);
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  assert.equal(searchParams.has('nonce'), false);
  const caller = createCaller(service.url, parseFragment(address).access_token);
  const { body } = await caller.get('/api/account/userinfo');
  assert.deepEqual([body.userName, body.loginProvider], ['anna', 'Works']);
  assert.ok(!idp.requests.some((request) => request.includes('.well-known')), 'nothing is discovered');
  // The user name itself is the identity, so there is no link.
  assert.deepEqual(await events('identity.linked'), []);
  idp.setUser({ ...anna, sub: 'another' });
  assert.ok(parseFragment((await signIn(createNoJsBrowser(service.url))).address).access_token);
});

test('an administrator can choose the claim that contains the user name', async (t) => {
  const { service, idp, signIn } = await startWithOAuth2(t, { userNameClaim: 'given_name' });
  idp.setUser({ ...anna, preferred_username: 'nobody', given_name: 'Bram' });
  const caller = createCaller(service.url, parseFragment((await signIn()).address).access_token);
  assert.equal((await caller.get('/api/v1/me')).body.userName, 'bram');
});

const INVALID_RESPONSES: Readonly<Record<string, Deviations>> = {
  'user info without a user name': { userInfo: ({ preferred_username: _, ...claims }) => claims },
  'user info of an unknown user': { userInfo: () => ({ preferred_username: 'nobody' }) },
  'a user name that is a list': { userInfo: () => ({ preferred_username: ['anna'] }) },
  'a user name that is a number': { userInfo: () => ({ preferred_username: 4711 }) },
  'a user name in the prototype': {
    userInfo: () => JSON.parse('{"__proto__":{"preferred_username":"anna"}}'),
  },
  'user info that is a list': { userInfo: () => [anna] as never },
  'user info that is a string': { userInfo: () => 'anna' as never },
  'user info that is too long': { userInfo: () => ({ ...anna, padding: 'x'.repeat(2_000_000) }) },
  'another code': { callback: (url) => url.searchParams.set('code', 'stolen') },
  'a response from another issuer': {
    callback: (url) => url.searchParams.set('iss', 'https://evil.example'),
  },
  'a response from two issuers': {
    callback: (url) => url.searchParams.append('iss', 'https://evil.example'),
  },
  'no code': { callback: (url) => url.searchParams.delete('code') },
  'an error response': {
    callback: (url) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
      url.searchParams.set('error_description', '<script>alert(1)</script>\r\nadmin signed in');
    },
  },
  'a token of the wrong type': {
    tokenEndpoint: (context) => {
      context.body = { access_token: 'x', token_type: 'mac' };
    },
  },
  'an invalid token': {
    tokenEndpoint: (context) => {
      context.body = { access_token: 'invalid', token_type: 'bearer' };
    },
  },
  'no token': {
    tokenEndpoint: (context) => {
      context.body = { token_type: 'bearer' };
    },
  },
  'a token endpoint that returns HTML': {
    tokenEndpoint: (context) => {
      context.type = 'html';
      context.body = '<h1>Sign in</h1>';
    },
  },
  'a token endpoint that rejects the client': {
    tokenEndpoint: (context) => {
      context.status = 401;
      context.body = { error: 'invalid_client' };
    },
  },
};

test('a response that does not identify a user in the organisation is rejected (L9)', async (t) => {
  const { service, idp, signIn, admin } = await startWithOAuth2(t);
  for (const [name, deviations] of Object.entries(INVALID_RESPONSES)) {
    idp.setUser(anna, deviations);
    const { address, state } = await signIn(createNoJsBrowser(service.url));
    assert.deepEqual(
      parseFragment(address),
      { error: 'access_denied', error_description: 'The sign-in was denied.', state },
      name,
    );
  }
  const { body } = await admin.get('/api/v1/audit-events?kind=sign-in.failed&limit=500');
  assert.equal(body.events.length, Object.keys(INVALID_RESPONSES).length);
  for (const { details } of body.events) assert.match(details.reason, /^[^\r\n]{5,400}$/);
});

test('the client secret is sent in the body if the provider requires it', async (t) => {
  const { idp, signIn } = await startWithOAuth2(t, { clientId: SECRET_IN_BODY });
  idp.setUser(anna);
  assert.ok(parseFragment((await signIn()).address).access_token);
});

test('a provider rejects a wrong secret, and testing the provider shows the reason', async (t) => {
  const { idp, signIn, admin, providerBody, path } = await startWithOAuth2(t);
  idp.setUser(anna);
  const testProvider = async () => (await admin.post(`${path}/test`)).body;
  assert.equal((await testProvider()).hasPassed, true);
  await admin.request('PUT', path, { ...providerBody, clientSecret: 'wrong' }, { 'if-match': '*' });
  const { hasPassed, checks } = await testProvider();
  assert.equal(hasPassed, false);
  assert.match(
    checks.find(({ hasPassed }: { hasPassed: boolean }) => !hasPassed).message,
    /does not accept this clientId/,
  );
  assert.equal(parseFragment((await signIn()).address).error, 'access_denied');
});

test('a response may contain an issuer, an ID token, or an error with status 200, as sent by Keycloak and GitHub', async (t) => {
  const { idp, signIn, admin, path } = await startWithOAuth2(t);
  const respondWith200 = (context: Parameters<NonNullable<Deviations['tokenEndpoint']>>[0]) => {
    if (context.status !== 400) return;
    context.status = 200;
    context.body = { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' };
  };
  idp.setUser(anna, {
    callback: (url) => url.searchParams.set('iss', `${idp.issuer}/realms/works`),
    idToken: (claims) => ({ ...claims, iss: `${idp.issuer}/realms/works` }),
    tokenEndpoint: respondWith200,
  });
  assert.ok(parseFragment((await signIn()).address).access_token);
  const { hasPassed, checks } = (await admin.post(`${path}/test`)).body;
  assert.equal(hasPassed, true, JSON.stringify(checks));
});

test('testing a provider reports a wrong client secret even if the provider responds with status 200', async (t) => {
  const { idp, admin, path } = await startWithOAuth2(t);
  idp.setUser(anna, {
    tokenEndpoint: (context) => {
      context.status = 200;
      context.body = { error: 'incorrect_client_credentials', error_description: 'They are incorrect.' };
    },
  });
  const { checks } = (await admin.post(`${path}/test`)).body;
  assert.match(checks.at(-1).message, /does not accept this clientId/);
  assert.equal(
    idp.requests.filter((request) => request === 'POST /token').length,
    2,
    'the secret is also sent in the body',
  );
});
