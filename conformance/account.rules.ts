import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, type Row, send } from './client.ts';
import { clients, getEmail, people, tenants } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';

const readUserInfo = async ({ token }: { token: string | undefined }) =>
  (await send('GET', '/api/account/userinfo', { token })) as unknown as ApiResponse<Row>;

const PROPERTIES = [
  'email',
  'hasRegistered',
  'loginProvider',
  'userName',
  'name',
  'surname',
  'roles',
  'tenancyName',
];

test('contract, Current user info; A5: userinfo describes the signed-in person, as plain JSON without the response envelope', async () => {
  const { status, headers, body } = await readUserInfo(await signInWithPassword(people.inspector));
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(Object.keys(body), PROPERTIES);
  assert.deepEqual(body, {
    email: getEmail(people.inspector),
    hasRegistered: true,
    loginProvider: null,
    userName: people.inspector,
    name: 'Ines',
    surname: 'Inspector',
    roles: ['Inspector'],
    tenancyName: tenants.main,
  });
});

test('A5: userinfo also describes a service user, including its tenant', async () => {
  const { body } = await readUserInfo(await signInAsClient(clients.integrationOfFeedTenant));
  assert.deepEqual(Object.keys(body), PROPERTIES);
  assert.deepEqual(
    [body.userName, body.roles, body.tenancyName],
    ['cfIntegration', ['Integration'], tenants.feed],
  );
});

test('contract, Current user info; W6: a userinfo request without a token gets 401', async () => {
  const { status, headers } = await readUserInfo({ token: undefined });
  assert.equal(status, 401);
  assert.equal(headers.get('www-authenticate'), 'Bearer');
});
