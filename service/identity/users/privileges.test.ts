import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Caller } from '#service/testing/caller.ts';
import { manage } from '#service/testing/manage-people.ts';
import { setPassword } from '#service/testing/set-password.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const USERS = '/api/v1/users';
const ROLES = '/api/v1/roles';

/** Starts a service with a user who can manage the tenant's users and tokens, but nothing else. */
const startWithOffice = async (t: TestContext) => {
  const service = await startService(t);
  const management = await manage(service);
  const office = await management.addUserWith('office', ['Users.Manage', 'Tokens.Manage']);
  return { service, office, ...management };
};

const assertForbidden = async (response: ReturnType<Caller['get']>, ...missing: string[]) => {
  const { status, body } = await response;
  assert.equal(status, 403, JSON.stringify(body));
  for (const permission of missing) assert.ok(body.detail.includes(permission), body.detail);
};

test('a user can assign team roles, but no tenant-wide permissions that they lack themselves', async (t) => {
  const { service, office, add } = await startWithOffice(t);
  const id = await add({ userName: 'dirk' });
  const edit = (body: object) => office.request('PATCH', `${USERS}/${id}`, body);
  assert.equal((await edit({ roles: ['Inspector', 'Planner'] })).status, 200);
  await assertForbidden(edit({ roles: ['Administrator'] }), 'SignIn.Manage', 'Audit.Read', 'Webhooks.Manage');
  await assertForbidden(edit({ roles: ['Integration'] }), 'Changes.Read', 'Tasks.Manage');
  await assertForbidden(office.post(USERS, { userName: 'els', roles: ['Administrator'] }), 'SignIn.Manage');
  const { userIds } = service.organisation;
  await assertForbidden(office.request('PATCH', `${USERS}/${userIds.office}`, { roles: ['Administrator'] }));
  // The user cannot take away roles with such permissions either.
  await assertForbidden(office.request('PATCH', `${USERS}/${userIds.erp}`, { roles: [] }), 'Tasks.Manage');
});

test('nobody can gain the means to sign in as a user who has more permissions', async (t) => {
  const { service, office, add } = await startWithOffice(t);
  await setPassword(service, 'admin');
  const bot = await add({ userName: 'bot', isService: true, roles: ['Administrator'] });
  const { admin } = service.organisation.userIds;
  const edit = (body: object) => office.request('PATCH', `${USERS}/${admin}`, body);
  for (const body of [
    { password: 'correct horse battery' },
    { password: null },
    { emailAddress: 'office@example.org' },
    { emailAddress: null },
  ]) {
    await assertForbidden(edit(body), 'SignIn.Manage');
  }
  await assertForbidden(office.post(`${USERS}/${bot}/tokens`, {}), 'SignIn.Manage');
  const link = { purpose: 'reset', delivery: 'link' };
  await assertForbidden(office.post(`${USERS}/${admin}/password-links`, link), 'SignIn.Manage');
  assert.equal((await edit({ surname: 'Jansen', emailAddress: 'admin@example.org' })).status, 200);
  // Signing out a user with more permissions is allowed: it may be needed in an emergency.
  assert.equal((await office.post(`${USERS}/${admin}/sign-out`)).status, 204);
});

test('a user cannot create, change or delete roles with more permissions than their own', async (t) => {
  const { office, admin } = await startWithOffice(t);
  const role = (isTenantWide: boolean, permissions: string[]) => ({
    name: 'Follower',
    isTenantWide,
    permissions,
  });
  await assertForbidden(office.post(ROLES, role(true, ['Changes.Read', 'Users.Manage'])), 'Changes.Read');
  assert.equal((await office.post(ROLES, role(true, ['Users.Manage']))).status, 201);
  const { id } = (await admin.post(ROLES, { ...role(true, ['Changes.Read']), name: 'Reader' })).body;
  const headers = { 'if-match': '*' };
  const change = (method: string, path: string, body?: object) => office.request(method, path, body, headers);
  await assertForbidden(change('PATCH', `${ROLES}/${id}`, { permissions: [] }), 'Changes.Read');
  await assertForbidden(change('PATCH', `${ROLES}/${id}`, { isTenantWide: false }), 'Changes.Read');
  await assertForbidden(change('DELETE', `${ROLES}/${id}`), 'Changes.Read');
  const teamRole = (await office.post(ROLES, { ...role(false, ['Changes.Read']), name: 'Team reader' })).body;
  await assertForbidden(change('PATCH', `${ROLES}/${teamRole.id}`, { isTenantWide: true }), 'Changes.Read');
});

/** Starts a service with two administrators, each of whom has a password. */
const startWithTwoAdministrators = async (t: TestContext) => {
  const service = await startService(t);
  const management = await manage(service);
  await management.add({ userName: 'second', roles: ['Administrator'] });
  await setPassword(service, 'admin', 'second');
  return { service, second: await service.as('second'), ...management };
};

test('the last administrator with a password cannot lose the password, roles or access', async (t) => {
  const { service, second, admin, add, addUserWith } = await startWithTwoAdministrators(t);
  const helper = await addUserWith('helper', ['Users.Manage', 'SignIn.Manage', 'Tokens.Manage']);
  const { userIds } = service.organisation;
  const edit = (caller: Caller, userName: string, body: object) =>
    caller.request('PATCH', `${USERS}/${userIds[userName]}`, body);
  // An administrator without a password does not count.
  await add({ userName: 'third', roles: ['Administrator'] });
  const third = await service.as('third');
  assert.equal((await edit(second, 'admin', { isActive: false })).status, 200);
  for (const body of [{ roles: [] }, { roles: ['Planner'] }, { password: null }]) {
    const { status, body: problem } = await edit(third, 'second', body);
    assert.equal(status, 409, JSON.stringify([body, problem]));
    assert.match(problem.detail, /the last active person with a password/);
  }
  assert.equal((await edit(second, 'second', { roles: [] })).status, 409);
  assert.equal((await edit(helper, 'second', { isActive: false })).status, 409);
  assert.equal((await edit(third, 'second', { password: 'a password of more words' })).status, 200);
  assert.equal((await admin.get('/api/v1/me')).status, 401);
});

test('a role change that would remove the last administrator is rejected', async (t) => {
  const { service, admin, second } = await startWithTwoAdministrators(t);
  const { userIds } = service.organisation;
  const role = { name: 'Boss', isTenantWide: true, permissions: ['Users.Manage', 'SignIn.Manage'] };
  const { id } = (await admin.post(ROLES, role)).body;
  assert.equal((await admin.request('PATCH', `${USERS}/${userIds.second}`, { roles: ['Boss'] })).status, 200);
  assert.equal((await admin.request('PATCH', `${USERS}/${userIds.admin}`, { roles: ['Boss'] })).status, 200);
  const change = { permissions: ['Users.Manage'] };
  const response = await second.request('PATCH', `${ROLES}/${id}`, change, { 'if-match': '*' });
  assert.equal(response.status, 409, JSON.stringify(response.body));
});

test('users cannot disable themselves', async (t) => {
  const { service, admin } = await startWithTwoAdministrators(t);
  const { status } = await admin.request('PATCH', `${USERS}/${service.organisation.userIds.admin}`, {
    isActive: false,
  });
  assert.equal(status, 409);
});

test('a stolen administrator session cannot be used to change the password', async (t) => {
  const { service, admin, events } = await startWithTwoAdministrators(t);
  const path = `${USERS}/${service.organisation.userIds.admin}`;
  for (const response of [
    await admin.request('PATCH', path, { password: 'a password of more words' }),
    await admin.request('PATCH', path, { password: null }),
    await admin.post(`${path}/password-links`, { purpose: 'reset', delivery: 'link' }),
  ]) {
    assert.equal(response.status, 409, JSON.stringify(response.body));
    assert.match(response.body.detail, /me\/password/);
  }
  assert.deepEqual(await events('kind=password'), []);
  assert.equal((await admin.request('PATCH', path, { surname: 'Jansen' })).status, 200);
});

const listAdministrators = async ({ database, organisation }: TestService) =>
  (
    await run<{ user_name: string }>(
      database.db,
      `select user_name from app_user
       where tenant_id = $1 and is_active and password_hash is not null and exists (
         select from user_role join role using (tenant_id, role_id)
         where user_role.user_id = app_user.user_id and role.name = 'Administrator')`,
      [organisation.tenantId],
    )
  ).map(({ user_name }) => user_name);

test('if two administrators remove each other concurrently, one of them remains', async (t) => {
  const { service, second, admin } = await startWithTwoAdministrators(t);
  const { userIds } = service.organisation;
  const bodies = [{ isActive: false }, { roles: ['Planner'] }, { password: null }];
  for (const bodyForSecond of bodies) {
    for (const bodyForAdmin of bodies) {
      const callers = [await service.as('admin'), await service.as('second')] as const;
      const responses = await Promise.all([
        callers[0].request('PATCH', `${USERS}/${userIds.second}`, bodyForSecond),
        callers[1].request('PATCH', `${USERS}/${userIds.admin}`, bodyForAdmin),
      ]);
      const administrators = await listAdministrators(service);
      assert.equal(
        administrators.length,
        1,
        JSON.stringify([bodyForSecond, bodyForAdmin, responses.map(({ status }) => status)]),
      );
      const restore = `update app_user set is_active = true where tenant_id = $1`;
      await run(service.database.db, restore, [service.organisation.tenantId]);
      await run(
        service.database.db,
        `insert into user_role (tenant_id, user_id, role_id)
         select $1, user_id, role_id from role, unnest($2::bigint[]) as user_id
         where tenant_id = $1 and name = 'Administrator' on conflict do nothing`,
        [service.organisation.tenantId, [userIds.admin, userIds.second]],
      );
      await setPassword(service, 'admin', 'second');
      service.services.actors.clear();
    }
  }
  assert.ok(second && admin);
});
