import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import type { Answer, Row } from './client.ts';
import { clients, people } from './organisation.ts';
import { clientForm, passwordForm, requestToken } from './sign-in.ts';
import { unknownName, without } from './task-draft.ts';

const refusedWith = ({ status, headers, text, body }: Answer<Row>, error: string): string => {
  assert.equal(status, 400, text);
  assert.deepEqual(Object.keys(body), ['error', 'error_description']);
  assert.equal(body.error, error, text);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(String(body.error_description).length > 0);
  return String(body.error_description);
};

const withoutParameter = (form: Record<string, string>, name: string) =>
  requestToken(without(form, name) as Record<string, string>);

test('contract, Token failure; contract, Errors 3; A1: a wrong user, password or tenant is invalid_grant, in one text', async () => {
  const right = passwordForm(people.colleague);
  const descriptions = [];
  for (const wrong of [{ username: unknownName() }, { password: 'wrong' }, { tenancyName: unknownName() }]) {
    descriptions.push(refusedWith(await requestToken({ ...right, ...wrong }), 'invalid_grant'));
  }
  assert.equal(new Set(descriptions).size, 1, descriptions.join('\n'));
  assert.equal((await requestToken(right)).status, 200);
});

test('A1: who is inactive, or belongs to another tenant, is answered like one who does not exist', async () => {
  const unknown = refusedWith(await requestToken(passwordForm(unknownName())), 'invalid_grant');
  for (const form of [passwordForm(people.inactive), passwordForm(people.stranger)]) {
    assert.equal(refusedWith(await requestToken(form), 'invalid_grant'), unknown);
  }
});

test('A1: a wrong clientId or clientSecret is invalid_client', async () => {
  const right = clientForm(clients.integration);
  for (const wrong of [{ client_id: unknownName() }, { client_secret: 'wrong' }]) {
    refusedWith(await requestToken({ ...right, ...wrong }), 'invalid_client');
  }
});

test('A1: a missing or unknown grant_type is unsupported_grant_type', async () => {
  refusedWith(await withoutParameter(passwordForm(people.inspector), 'grant_type'), 'unsupported_grant_type');
  refusedWith(await requestToken({}), 'unsupported_grant_type');
  for (const grant_type of ['', 'implicit', 'authorization_code', 'PASSWORD']) {
    refusedWith(
      await requestToken({ ...passwordForm(people.inspector), grant_type }),
      'unsupported_grant_type',
    );
  }
});

test('A7: there are no refresh tokens: grant_type refresh_token is unsupported_grant_type', async () => {
  refusedWith(
    await requestToken({ grant_type: 'refresh_token', refresh_token: 'x' }),
    'unsupported_grant_type',
  );
});

test('A1; contract, Password flow; contract, Client credentials flow: a missing parameter is invalid_request, which names it', async () => {
  for (const name of ['username', 'password', 'tenancyName']) {
    const description = refusedWith(
      await withoutParameter(passwordForm(people.inspector), name),
      'invalid_request',
    );
    assert.ok(description.includes(name), description);
  }
  for (const name of ['client_id', 'client_secret']) {
    const description = refusedWith(
      await withoutParameter(clientForm(clients.integration), name),
      'invalid_request',
    );
    assert.ok(description.includes(name), description);
  }
});

test('A1: a parameter given twice is invalid_request', async () => {
  const form = Object.entries(clientForm(clients.integration));
  for (const parameter of form) refusedWith(await requestToken([...form, parameter]), 'invalid_request');
});

test('A1: a body of more than 16 KiB is invalid_request', async () => {
  const form = clientForm(clients.integration);
  refusedWith(await requestToken({ ...form, padding: 'x'.repeat(limits.form) }), 'invalid_request');
});

test('A1; W18: after five failures an account has to wait: the same invalid_grant, with Retry-After', async () => {
  const form = passwordForm(unknownName());
  const descriptions = [];
  for (let failures = 0; failures < 5; failures++) {
    const answer = await requestToken(form);
    assert.equal(answer.headers.get('retry-after'), null);
    descriptions.push(refusedWith(answer, 'invalid_grant'));
  }
  // The first wait is a second, which a slow machine may spend on the way; each failure doubles it.
  let wait: string | null = null;
  for (let attempts = 0; wait === null && attempts < 5; attempts++) {
    const throttled = await requestToken(form);
    descriptions.push(refusedWith(throttled, 'invalid_grant'));
    wait = throttled.headers.get('retry-after');
  }
  assert.match(String(wait), /^[1-9]\d*$/);
  assert.equal(new Set(descriptions).size, 1);
});
