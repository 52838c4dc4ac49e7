import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller } from './caller.ts';
import type { Row } from './client.ts';
import { expectSuccess } from './expectations.ts';
import { clients, getPassword, getSecret, people } from './organisation.ts';
import { createClientForm, createPasswordForm, requestToken, signInAsClient } from './sign-in.ts';

const PROPERTIES = [
  ...['access_token', 'token_type', 'expires_in', 'userName', 'roles', 'emailConfirmed', 'as:client_id'],
  ...['.issued', '.expires'],
];
const RFC_1123_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

const expectValidToken = async ({ access_token }: Row) =>
  expectSuccess(await createCaller(String(access_token)).listTasks());

test('contract, Obtain token; contract, Password flow; contract, Authentication 1: a person gets a bearer token with a user name and password', async () => {
  const { status, body } = await requestToken(createPasswordForm(people.inspector));
  assert.equal(status, 200);
  assert.equal(body.userName, people.inspector);
  await expectValidToken(body);
});

test('contract, Client credentials flow: a service user gets a bearer token with a clientId and clientSecret', async () => {
  const { status, body } = await requestToken(createClientForm(clients.integration));
  assert.equal(status, 200);
  assert.equal(body.userName, 'cfIntegration');
  await expectValidToken(body);
});

test("contract, Token response; A2: the response has the contract's properties, in the contract's order", async () => {
  for (const form of [createPasswordForm(people.coordinator), createClientForm(clients.integration)]) {
    const { body } = await requestToken(form);
    assert.deepEqual(Object.keys(body), PROPERTIES);
    assert.equal(body.token_type, 'bearer');
  }
});

test('A2: roles, emailConfirmed and as:client_id are strings, and role names are separated by commas', async () => {
  const { body } = await requestToken(createPasswordForm(people.coordinator));
  assert.deepEqual(String(body.roles).split(',').sort(), ['Inspector', 'Planner']);
  assert.match(String(body.emailConfirmed), /^(true|false)$/);
  assert.equal(typeof body.emailConfirmed, 'string');
  assert.equal(body['as:client_id'], '');
  const client = await requestToken(createClientForm(clients.integration));
  assert.equal(client.body.roles, 'Integration');
  assert.equal(typeof client.body['as:client_id'], 'string');
});

test('contract, Limits, token lifetime; A2: a token is valid for about 1800 seconds: expires_in is 1799, and .issued and .expires are RFC 1123 dates', async () => {
  const { body } = await requestToken(createClientForm(clients.integration));
  assert.equal(body.expires_in, 1799);
  for (const name of ['.issued', '.expires']) assert.match(String(body[name]), RFC_1123_DATE);
  const seconds = (Date.parse(String(body['.expires'])) - Date.parse(String(body['.issued']))) / 1000;
  assert.ok(seconds === 1799 || seconds === 1800, String(seconds));
});

test('A1; A2: responses from the token endpoint are JSON and must not be cached', async () => {
  for (const form of [createClientForm(clients.integration), { grant_type: 'unknown' }]) {
    const { headers } = await requestToken(form);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('pragma'), 'no-cache');
  }
});

test('contract, Authentication 2; A3: a token is issued over HTTPS, or to a client on the same machine', async () => {
  const { status } = await requestToken(createClientForm(clients.integration), {
    'x-forwarded-proto': 'https',
  });
  assert.equal(status, 200);
});

test('A1: client credentials are accepted via HTTP Basic authentication', async () => {
  const createBasicHeaders = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${clients.integration}:${secret}`).toString('base64')}`,
  });
  const form = { grant_type: 'client_credentials' };
  const { status, body } = await requestToken(form, createBasicHeaders(getSecret(clients.integration)));
  assert.equal(status, 200);
  await expectValidToken(body);
  const failedResponse = await requestToken(form, createBasicHeaders('wrong'));
  assert.deepEqual([failedResponse.status, failedResponse.body.error], [400, 'invalid_client']);
});

test('A1: the body is parsed as a form, whatever its Content-Type', async () => {
  for (const contentType of [
    'text/plain',
    'application/json',
    'application/x-www-form-urlencoded; charset=utf-8',
  ]) {
    const { status } = await requestToken(createClientForm(clients.integration), {
      'content-type': contentType,
    });
    assert.equal(status, 200, contentType);
  }
});

test('A7: scope and unknown parameters are ignored', async () => {
  const { status, body } = await requestToken({
    ...createClientForm(clients.integration),
    scope: 'everything',
    tenancyName: 'conformance2',
  });
  assert.equal(status, 200);
  const { body: user } = await createCaller(String(body.access_token)).call('GET', '/api/account/userinfo');
  assert.equal((user as unknown as Row).tenancyName, 'default');
});

test('contract, Authentication 1: each sign-in returns a new token, and all of them are valid', async () => {
  const [first, second] = [
    await signInAsClient(clients.integration),
    await signInAsClient(clients.integration),
  ];
  assert.notEqual(first.token, second.token);
  for (const caller of [first, second]) expectSuccess(await caller.listTasks());
});

test('contract, Password flow: tenancyName selects the tenant', async () => {
  const form = {
    ...createPasswordForm(people.otherTenantUser, 'conformance2'),
    password: getPassword(people.otherTenantUser),
  };
  const { status } = await requestToken(form);
  assert.equal(status, 200);
});
