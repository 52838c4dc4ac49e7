import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, type Row } from './client.ts';
import { createUnknownName } from './task-body.ts';

const LIST_PATH = '/api/account/externalLogins';
const START_PATH = '/api/account/ExternalLogin';

/** Sends a GET request without following redirects. Unlike `send`, accepts responses that are not JSON. */
const get = async (path: string, query: Record<string, string> | string = '') => {
  const queryString = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  const response = await fetch(`${baseUrl}${path}${queryString === '' ? '' : `?${queryString}`}`, {
    redirect: 'manual',
  });
  const body = await response.text();
  return { status: response.status, location: response.headers.get('location'), body };
};

const listProviders = async (): Promise<Row[]> => {
  const { status, body } = await get(LIST_PATH, { returnUrl: '/', generateState: 'false' });
  assert.equal(status, 200, body);
  return JSON.parse(body) as Row[];
};

const findProvider = async (name: string): Promise<Row> => {
  const provider = (await listProviders()).find((listedProvider) => listedProvider.name === name);
  assert.ok(provider, `${name} is not listed`);
  return provider;
};

const parseParameters = ({ url }: Row) => Object.fromEntries(new URL(String(url), baseUrl).searchParams);

test('contract, List external login providers; contract, External flow 2; A4: the enabled providers are listed, and no token is needed', async () => {
  const providers = await listProviders();
  for (const listedProvider of providers) {
    assert.deepEqual(Object.keys(listedProvider), ['name', 'url', 'state', 'imageUri', 'imageClass']);
    assert.ok(String(listedProvider.url).startsWith(`${START_PATH}?`), 'the url is not relative');
    const { provider, response_type, client_id, redirect_uri, state } = parseParameters(listedProvider);
    assert.deepEqual([provider, response_type, state], [listedProvider.name, 'token', listedProvider.state]);
    assert.ok(client_id && redirect_uri && String(state).length >= 22);
  }
  const names = providers.map(({ name }) => name);
  assert.ok(names.includes('ConformanceLogin') && names.includes('ConformanceFederation'));
  assert.ok(!names.includes('ConformanceLoginOff'));
  const { imageUri, imageClass } = await findProvider('ConformanceLogin');
  assert.deepEqual([imageUri, imageClass], [null, 'fa-building']);
  assert.notEqual(
    (await findProvider('ConformanceLogin')).state,
    (await findProvider('ConformanceLogin')).state,
  );
});

test('contract, Start external login; contract, External flow 3: a sign-in starts with a redirect to the provider', async () => {
  const { url, state } = await findProvider('ConformanceLogin');
  const { status, location } = await get(String(url));
  assert.equal(status, 302);
  const redirect = new URL(location!);
  assert.equal(`${redirect.origin}${redirect.pathname}`, 'https://login.example.org/authorize');
  assert.equal(redirect.searchParams.get('response_type'), 'code');
  assert.notEqual(redirect.searchParams.get('state'), state);
});

test('A6: a WS-Federation sign-in starts with a redirect that contains wa, wtrealm, wctx and wreply', async () => {
  const { status, location } = await get(String((await findProvider('ConformanceFederation')).url));
  assert.equal(status, 302);
  const { searchParams } = new URL(location!);
  assert.equal(searchParams.get('wa'), 'wsignin1.0');
  assert.equal(searchParams.get('wtrealm'), 'urn:ronda:conformance');
  assert.ok(searchParams.get('wctx'));
  assert.match(searchParams.get('wreply')!, /\/api\/account\/ExternalLoginCallback$/);
});

test('contract, Errors 4; contract, External flow 1; A4: a request without a required parameter gets 404', async () => {
  for (const query of ['', 'returnUrl=%2F', 'generateState=false'])
    assert.equal((await get(LIST_PATH, query)).status, 404, query);
  const validParameters = parseParameters(await findProvider('ConformanceLogin'));
  for (const name of Object.keys(validParameters)) {
    const { [name]: _, ...otherParameters } = validParameters;
    const { status, location } = await get(START_PATH, otherParameters as Record<string, string>);
    assert.deepEqual([status, location], [404, null], name);
  }
});

test('A4: a sign-in with a redirect URL that is not allowed, or with an unknown or disabled provider, gets 400', async () => {
  const validParameters = parseParameters(await findProvider('ConformanceLogin')) as Record<string, string>;
  for (const invalidParameters of [
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${baseUrl}@evil.example/` },
    { redirect_uri: `${baseUrl}/#fragment` },
    { redirect_uri: '//evil.example' },
    { provider: createUnknownName() },
    { provider: 'ConformanceLoginOff' },
    { response_type: 'code' },
    { client_id: createUnknownName() },
  ]) {
    const { status, location } = await get(START_PATH, { ...validParameters, ...invalidParameters });
    assert.deepEqual([status, location], [400, null], JSON.stringify(invalidParameters));
  }
  for (const returnUrl of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
  ])
    assert.equal((await get(LIST_PATH, { returnUrl, generateState: 'false' })).status, 400, returnUrl);
});
