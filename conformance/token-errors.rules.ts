import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import type { ApiResponse, Row } from './client.ts';
import { clients, people } from './organisation.ts';
import { createClientForm, createPasswordForm, requestToken } from './sign-in.ts';
import { createUnknownName, omitField } from './task-body.ts';

const expectOAuthError = ({ status, headers, text, body }: ApiResponse<Row>, error: string): string => {
  assert.equal(status, 400, text);
  assert.deepEqual(Object.keys(body), ['error', 'error_description']);
  assert.equal(body.error, error, text);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(String(body.error_description).length > 0);
  return String(body.error_description);
};

const requestTokenWithout = (form: Record<string, string>, name: string) =>
  requestToken(omitField(form, name) as Record<string, string>);

test('contract, Token failure; contract, Errors 3; A1: a wrong user name, password or tenant returns invalid_grant, always with the same message', async () => {
  const validForm = createPasswordForm(people.colleague);
  const descriptions = [];
  for (const invalidParameters of [
    { username: createUnknownName() },
    { password: 'wrong' },
    { tenancyName: createUnknownName() },
  ]) {
    descriptions.push(
      expectOAuthError(await requestToken({ ...validForm, ...invalidParameters }), 'invalid_grant'),
    );
  }
  assert.equal(new Set(descriptions).size, 1, descriptions.join('\n'));
  assert.equal((await requestToken(validForm)).status, 200);
});

test('A1: an inactive user and a user of another tenant get the same error as an unknown user', async () => {
  const unknownUserMessage = expectOAuthError(
    await requestToken(createPasswordForm(createUnknownName())),
    'invalid_grant',
  );
  for (const form of [createPasswordForm(people.inactive), createPasswordForm(people.otherTenantUser)]) {
    assert.equal(expectOAuthError(await requestToken(form), 'invalid_grant'), unknownUserMessage);
  }
});

test('A1: a wrong clientId or clientSecret returns invalid_client', async () => {
  const validForm = createClientForm(clients.integration);
  for (const invalidParameters of [{ client_id: createUnknownName() }, { client_secret: 'wrong' }]) {
    expectOAuthError(await requestToken({ ...validForm, ...invalidParameters }), 'invalid_client');
  }
});

test('A1: a missing or unknown grant_type returns unsupported_grant_type', async () => {
  expectOAuthError(
    await requestTokenWithout(createPasswordForm(people.inspector), 'grant_type'),
    'unsupported_grant_type',
  );
  expectOAuthError(await requestToken({}), 'unsupported_grant_type');
  for (const grant_type of ['', 'implicit', 'authorization_code', 'PASSWORD']) {
    expectOAuthError(
      await requestToken({ ...createPasswordForm(people.inspector), grant_type }),
      'unsupported_grant_type',
    );
  }
});

test('A7: there are no refresh tokens: the grant_type refresh_token returns unsupported_grant_type', async () => {
  expectOAuthError(
    await requestToken({ grant_type: 'refresh_token', refresh_token: 'x' }),
    'unsupported_grant_type',
  );
});

test('A1; contract, Password flow; contract, Client credentials flow: a missing parameter returns invalid_request, and the error names the parameter', async () => {
  for (const name of ['username', 'password', 'tenancyName']) {
    const description = expectOAuthError(
      await requestTokenWithout(createPasswordForm(people.inspector), name),
      'invalid_request',
    );
    assert.ok(description.includes(name), description);
  }
  for (const name of ['client_id', 'client_secret']) {
    const description = expectOAuthError(
      await requestTokenWithout(createClientForm(clients.integration), name),
      'invalid_request',
    );
    assert.ok(description.includes(name), description);
  }
});

test('A1: a parameter that is sent twice returns invalid_request', async () => {
  const form = Object.entries(createClientForm(clients.integration));
  for (const parameter of form) expectOAuthError(await requestToken([...form, parameter]), 'invalid_request');
});

test('A1: a body of more than 16 KiB returns invalid_request', async () => {
  const form = createClientForm(clients.integration);
  expectOAuthError(await requestToken({ ...form, padding: 'x'.repeat(limits.form) }), 'invalid_request');
});

test('A1; W18: after five failed sign-ins, further attempts are delayed: the error is invalid_grant with Retry-After', async () => {
  const form = createPasswordForm(createUnknownName());
  const descriptions = [];
  for (let failures = 0; failures < 5; failures++) {
    const response = await requestToken(form);
    assert.equal(response.headers.get('retry-after'), null);
    descriptions.push(expectOAuthError(response, 'invalid_grant'));
  }
  // The first delay is one second and may already be over on a slow machine. Each failure doubles the delay.
  let retryAfter: string | null = null;
  for (let attempts = 0; retryAfter === null && attempts < 5; attempts++) {
    const response = await requestToken(form);
    descriptions.push(expectOAuthError(response, 'invalid_grant'));
    retryAfter = response.headers.get('retry-after');
  }
  assert.match(String(retryAfter), /^[1-9]\d*$/);
  assert.equal(new Set(descriptions).size, 1);
});
