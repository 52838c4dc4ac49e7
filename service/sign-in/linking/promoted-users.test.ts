import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCaller } from '#service/testing/caller.ts';
import { parseFragment } from '#service/testing/follow-sign-in.ts';
import { manage } from '#service/testing/manage-people.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { startWithOpenId } from '#service/testing/start-with-openid.ts';

const ANY = { 'if-match': '*' };

/** Signs anna in with a provider that matches her only by user name. */
const signInAnna = async (t: TestContext) => {
  const { service, idp, signIn } = await startWithOpenId(t, {});
  const people = await manage(service);
  idp.setUser({ sub: '1', preferred_username: 'anna' });
  const token = parseFragment((await signIn(createNoJsBrowser(service.url))).address).access_token;
  const anna = createCaller(service.url, token!);
  assert.equal((await anna.get('/api/v1/me')).status, 200);
  return { ...people, service, anna, path: `/api/v1/users/${service.organisation.userIds.anna}` };
};

test('a token obtained from a provider is revoked when its user becomes an administrator (L11)', async (t) => {
  const { admin, service, anna, path } = await signInAnna(t);
  const annaWithPassword = await service.as('anna');
  assert.equal((await admin.request('PATCH', path, { roles: ['Inspector', 'Planner'] }, ANY)).status, 200);
  assert.equal(
    (await anna.get('/api/v1/me')).status,
    200,
    'roles without administrator permissions change nothing',
  );
  assert.equal((await admin.request('PATCH', path, { roles: ['Administrator'] }, ANY)).status, 200);
  assert.equal((await anna.get('/api/v1/me')).status, 401);
  const { status } = await annaWithPassword.get('/api/v1/users');
  assert.equal(status, 200, 'a sign-in with a password stays valid');
});

test("a token obtained from a provider is revoked when one of its user's roles becomes an administrator role (L11)", async (t) => {
  const { admin, anna, path } = await signInAnna(t);
  const role = { name: 'Helper', isTenantWide: true, permissions: ['Audit.Read'] };
  const { status, body } = await admin.post('/api/v1/roles', role);
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal((await admin.request('PATCH', path, { roles: ['Helper'] }, ANY)).status, 200);
  const roles = (await admin.get('/api/v1/roles')).body.roles as { id: number; name: string }[];
  const { id } = roles.find(({ name }) => name === 'Helper')!;
  const setPermissions = (permissions: string[]) =>
    admin.request('PATCH', `/api/v1/roles/${id}`, { permissions }, ANY);
  assert.equal((await setPermissions(['Audit.Read', 'Workbooks.Manage'])).status, 200);
  assert.equal((await anna.get('/api/v1/me')).status, 200);
  assert.equal((await setPermissions(['Audit.Read', 'Users.Manage'])).status, 200);
  assert.equal((await anna.get('/api/v1/me')).status, 401);
});
