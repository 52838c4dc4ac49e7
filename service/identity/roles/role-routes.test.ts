import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { BUILT_IN_ROLES, PERMISSIONS } from '#service/identity/permissions.ts';
import { manage } from '#service/testing/manage-people.ts';
import { startService } from '#service/testing/start-service.ts';
import { MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';

const ROLES = '/api/v1/roles';
const FOLLOWER = {
  name: 'Follower',
  isTenantWide: false,
  permissions: ['Tasks.Read', 'Changes.Read', 'Tasks.Read'],
};

test('every organisation has the built-in roles, which cannot be changed', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const { roles, next } = (await admin.get(ROLES)).body;
  assert.equal(next, null);
  assert.deepEqual(
    roles.map(({ name, isBuiltIn, userCount }: Record<string, unknown>) => [name, isBuiltIn, userCount]),
    [
      ['Administrator', true, 1],
      ['Inspector', true, 3],
      ['Integration', true, 1],
      ['Planner', true, 1],
      ['Viewer', true, 1],
    ],
  );
  assert.equal(roles.length, BUILT_IN_ROLES.length);
  const anyRevision = { 'if-match': '*' };
  for (const { id } of roles) {
    const patch = await admin.request('PATCH', `${ROLES}/${id}`, { permissions: [] }, anyRevision);
    assert.equal(patch.status, 409);
    assert.equal((await admin.request('DELETE', `${ROLES}/${id}`, undefined, anyRevision)).status, 409);
  }
  assert.equal((await admin.post(ROLES, { ...FOLLOWER, name: 'ADMINISTRATOR' })).status, 409);
});

test('a custom role can be created, found, changed and deleted', async (t) => {
  const service = await startService(t);
  const { admin, events } = await manage(service);
  const created = await admin.post(ROLES, FOLLOWER, { 'idempotency-key': 'K' });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  assert.equal((await admin.post(ROLES, FOLLOWER, { 'idempotency-key': 'K' })).body.id, created.body.id);
  const path = `${ROLES}/${created.body.id}`;
  assert.equal(created.headers.get('location'), path);
  const role = (await admin.get(path)).body;
  assert.deepEqual(role, {
    id: created.body.id,
    name: 'Follower',
    isTenantWide: false,
    permissions: ['Changes.Read', 'Tasks.Read'],
    isBuiltIn: false,
    userCount: 0,
    revision: 1,
  });
  const edit = (body: object, tag?: string) =>
    admin.request('PATCH', path, body, tag === undefined ? {} : { 'if-match': tag });
  assert.equal((await edit({ name: 'Reader' })).status, 428);
  assert.equal((await edit({ name: 'Reader' }, '"1"')).body.revision, 2);
  assert.equal((await edit({ name: 'Readers' }, '"1"')).status, 412);
  assert.equal((await edit({ name: 'viewer' }, '"2"')).status, 409);
  assert.equal((await admin.request('DELETE', path, undefined, { 'if-match': '"1"' })).status, 412);
  assert.equal((await admin.request('DELETE', path, undefined, { 'if-match': '"2"' })).status, 204);
  assert.equal((await admin.get(path)).status, 404);
  const recorded = await events(`targetType=role&targetId=${created.body.id}`);
  const grants = { isTenantWide: false, permissions: ['Changes.Read', 'Tasks.Read'] };
  assert.deepEqual(
    recorded.map(({ kind, targetName, details }) => [kind, targetName, details]),
    [
      ['role.created', 'Follower', { name: 'Follower', ...grants }],
      [
        'role.edited',
        'Reader',
        { before: { name: 'Follower', ...grants }, after: { name: 'Reader', ...grants } },
      ],
      ['role.deleted', 'Reader', grants],
    ],
  );
});

test('a role that is in use cannot be deleted, and the error says how many users have it', async (t) => {
  const { admin, add } = await manage(await startService(t));
  const { id } = (await admin.post(ROLES, FOLLOWER)).body;
  await add({ userName: 'dirk', roles: ['Follower'] });
  const remove = () => admin.request('DELETE', `${ROLES}/${id}`, undefined, { 'if-match': '*' });
  assert.match((await remove()).body.detail, /^One user has the role 'Follower'/);
  await add({ userName: 'els', roles: ['Follower'] });
  const response = await remove();
  assert.deepEqual(
    [response.status, response.body.detail],
    [409, "2 users have the role 'Follower'. Remove the role from these users first."],
  );
});

test('an invalid role is rejected with an error for each field', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const expectRejected = async (overrides: object) => {
    const { status, body } = await admin.post(ROLES, { ...FOLLOWER, ...overrides });
    assert.equal(status, 422, JSON.stringify(body));
    return body.errors as { field: string; message: string }[];
  };
  assert.deepEqual(await expectRejected({ permissions: ['Tasks.Raed', 'Users.Manage'] }), [
    { field: 'permissions[0]', message: "There is no permission 'Tasks.Raed'. Did you mean 'Tasks.Read'?" },
    {
      field: 'permissions[1]',
      message:
        'The permission Users.Manage applies to the whole organisation. Only a role with isTenantWide: true can contain it.',
    },
  ]);
  assert.equal((await expectRejected({ permissions: ['__proto__'] }))[0]!.field, 'permissions[0]');
  assert.equal(
    (await expectRejected({ permissions: Array(101).fill('Tasks.Read') }))[0]!.field,
    'permissions',
  );
  assert.equal((await expectRejected({ name: ' ' }))[0]!.field, 'name');
  for (const id of ['x', '-1', '9'.repeat(20), '0']) {
    assert.equal((await admin.get(`${ROLES}/${id}`)).status, 404, id);
  }
});

test('editing a role takes effect immediately and resets the change feed for its users', async (t) => {
  const service = await startService(t);
  const { admin, addUserWith } = await manage(service);
  const els = await addUserWith('els', ['Changes.Read']);
  const role = (await admin.get(ROLES)).body.roles.find(({ name }: { name: string }) => /els/.test(name));
  assert.equal((await els.get('/api/v1/audit-events')).status, 403);
  const change = { permissions: ['Changes.Read', 'Audit.Read'] };
  await admin.request('PATCH', `${ROLES}/${role.id}`, change, { 'if-match': '*' });
  assert.equal((await els.get('/api/v1/audit-events')).status, 200);
  const floors = await run<{ user_id: number }>(service.database.db, 'select user_id from feed_reader', []);
  assert.deepEqual(floors, [{ user_id: service.organisation.userIds.els }]);
});

test("another organisation's roles can be neither found nor assigned", async (t) => {
  const service = await startService(t);
  const { admin } = await manage(service);
  const { id } = (await admin.post(ROLES, FOLLOWER)).body;
  const otherTenant = await service.asOtherTenant('admin');
  const anyRevision = { 'if-match': '*' };
  assert.equal((await otherTenant.get(`${ROLES}/${id}`)).status, 404);
  const edit = await otherTenant.request('PATCH', `${ROLES}/${id}`, { name: 'Mine' }, anyRevision);
  assert.equal(edit.status, 404);
  assert.equal((await otherTenant.request('DELETE', `${ROLES}/${id}`, undefined, anyRevision)).status, 404);
  const user = await otherTenant.post('/api/v1/users', { userName: 'spy', roles: ['Follower'] });
  assert.equal(user.status, 422);
});

test('an administrator sees a list of all permissions', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const { permissions } = (await admin.get('/api/v1/permissions')).body;
  assert.deepEqual(
    permissions.map(({ name }: { name: string }) => name),
    Object.keys(PERMISSIONS),
  );
  const find = (name: string) => permissions.find((permission: { name: string }) => permission.name === name);
  assert.equal(find('Users.Manage').isTenantWideOnly, true);
  assert.equal(find('Tasks.Read').isTenantWideOnly, false);
});

test('an unknown role name is compared with a limited number of roles to suggest the nearest one', async (t) => {
  const [first, last] = ['a0001', 'a9 the last of them'];
  const service = await startService(t);
  const { admin } = await manage(service);
  await run(
    service.database.db,
    `insert into role (tenant_id, name, is_tenant_wide, permissions)
     select $1, name, false, '{}' from (
       select 'a' || lpad(n::text, 4, '0') from generate_series(1, $2::integer) as n union all select $3::text
     ) as names (name)`,
    [service.organisation.tenantId, MAX_COMPARED_NAMES - 1, last],
  );
  const path = `/api/v1/users/${service.organisation.userIds.anna}`;
  const listSuggestions = async (names: string[]) => {
    const { status, body } = await admin.request('PATCH', path, { roles: names });
    assert.equal(status, 422);
    const nearest = body.errors.map(({ message }: { message: string }) => /mean '(.*)'/.exec(message)?.[1]);
    return [nearest.length, nearest[0], nearest[1]];
  };
  assert.deepEqual(await listSuggestions([`${last}x`]), [1, last, undefined]);
  const unrelated = Array.from({ length: 98 }, (_, index) => `unrelated ${index}`);
  assert.deepEqual(await listSuggestions([`${first}x`, `${last}x`, ...unrelated]), [100, first, undefined]);
  assert.deepEqual(await listSuggestions([`${first}x`, `${first}x`]), [1, first, undefined]);
});
