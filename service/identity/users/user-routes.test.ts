import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { manage } from '#service/testing/manage-people.ts';
import { setPassword } from '#service/testing/set-password.ts';
import { signInWithBrowser } from '#service/testing/start-device.ts';
import { startService } from '#service/testing/start-service.ts';

const USERS = '/api/v1/users';

test('an administrator creates a person, finds them, and reads all details of their access', async (t) => {
  const service = await startService(t);
  const { admin } = await manage(service);
  const created = await admin.post(USERS, {
    userName: 'Dirk',
    name: 'Dirk',
    surname: 'de Boer',
    emailAddress: 'dirk@example.org',
    roles: ['inspector', 'Planner'],
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  assert.equal(created.headers.get('location'), `${USERS}/${created.body.id}`);
  const { teamIds } = service.organisation;
  await admin.request('PUT', `/api/v1/teams/${teamIds.Locks}/groups/viewer/members/${created.body.id}`);
  const response = await admin.get(`${USERS}/${created.body.id}`);
  assert.equal(response.headers.get('etag'), `"${response.body.revision}"`);
  const { id, createdAt, revision: _, ...details } = response.body;
  assert.equal(id, created.body.id);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.deepEqual(details, {
    userName: 'Dirk',
    name: 'Dirk',
    surname: 'de Boer',
    emailAddress: 'dirk@example.org',
    isActive: true,
    isService: false,
    roles: ['Inspector', 'Planner'],
    hasPassword: false,
    passwordGrant: true,
    lastSignedInAt: null,
    teams: [{ id: teamIds.Locks, title: 'Locks', groups: ['Viewer'] }],
    externalIdentities: [],
    confirmedProviders: [],
    linkRequests: [],
    lockedUntil: null,
    passwordLink: null,
  });
});

test('users can be filtered by text, role and team, and by whether they are active or service users', async (t) => {
  const service = await startService(t);
  const { admin, add } = await manage(service);
  await add({ userName: 'gis', isService: true, name: 'Map server', surname: '100%_\\', roles: ['Viewer'] });
  const listUserNames = async (query: string) => {
    const { status, body } = await admin.get(`${USERS}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.users.map(({ userName }: { userName: string }) => userName);
  };
  assert.deepEqual(await listUserNames('text=ANNA%20example.org'), ['anna']);
  assert.deepEqual(await listUserNames('text=server%20map'), ['gis']);
  assert.deepEqual(await listUserNames(`text=${encodeURIComponent('%_\\')}`), ['gis']);
  assert.deepEqual(await listUserNames('text=%25%25'), []);
  assert.deepEqual(await listUserNames('role=viewer'), ['viewer', 'gis']);
  assert.deepEqual(await listUserNames(`teamId=${service.organisation.teamIds.Locks}`), ['bram']);
  assert.deepEqual(await listUserNames('isActive=false'), ['gone']);
  assert.deepEqual(await listUserNames('isService=true&isActive=true'), ['gis']);
  assert.deepEqual(await listUserNames('role=Nobody'), []);
  const otherOrganisation = await service.asOtherTenant('admin');
  const { body } = await otherOrganisation.get(`${USERS}?teamId=${service.organisation.teamIds.Locks}`);
  assert.deepEqual(body.users, []);
});

test('a long list of users is split into pages, and the last page has no cursor', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const readPage = async (query: string) => {
    const { users, next } = (await admin.get(`${USERS}?${query}`)).body;
    return { ids: users.map(({ id }: { id: number }) => id) as number[], next };
  };
  const { ids, next } = await readPage('limit=500');
  assert.equal(next, null);
  const [first, second] = [ids.slice(0, 2), ids.slice(2)];
  assert.deepEqual(await readPage('limit=2'), { ids: first, next: first[1] });
  assert.deepEqual(await readPage(`after=${first[1]}&limit=${second.length}`), { ids: second, next: null });
});

test('users can be sorted by name or by last sign-in, page by page', async (t) => {
  const service = await startService(t);
  const { admin, add } = await manage(service);
  await add({ userName: 'zoe', name: 'Alvaro', surname: 'Zuid' });
  await add({ userName: 'aad', name: 'zeno', surname: 'Boer' });
  const list = async (query: string): Promise<string[]> => {
    const { users, next } = (await admin.get(`${USERS}?limit=2&${query}`)).body;
    const names = users.map(({ userName }: { userName: string }) => userName);
    return next === null ? names : [...names, ...(await list(`${query.split('&after')[0]}&after=${next}`))];
  };
  const byUserName = await list('sort=userName');
  assert.deepEqual(byUserName, byUserName.toSorted());
  assert.equal(byUserName.length, 9);
  assert.deepEqual(await list('sort=-userName'), byUserName.toReversed());
  const byName = await list('sort=name');
  assert.equal(byName.at(-1), 'aad');
  assert.ok(byName.indexOf('zoe') < byName.indexOf('viewer'), 'sorting is case-insensitive');
  await run(
    service.database.db,
    `update app_user set last_signed_in_at = now() where user_name = 'bram'`,
    [],
  );
  assert.equal((await list('sort=-lastSignedInAt'))[0], 'bram');
  assert.equal((await list('sort=lastSignedInAt')).at(-1), 'bram');
  assert.equal((await admin.get(`${USERS}?sort=email`)).status, 422);
});

test('an unknown filter or an invalid value is rejected, and the error names the parameter', async (t) => {
  const admin = await (await startService(t)).as('admin');
  for (const [query, field] of [
    ['isactive=true', 'isactive'],
    ['isActive=yes', 'isActive'],
    ['teamId=Locks', 'teamId'],
    ['text=a%00b', 'text'],
    ['limit=0', 'limit'],
    ['after=-1', 'after'],
  ] as const) {
    const { status, body } = await admin.get(`${USERS}?${query}`);
    assert.equal(status, 422, query);
    assert.equal(body.errors[0].field, field);
  }
});

test('an invalid user is rejected, and the error names the field', async (t) => {
  const service = await startService(t);
  const { admin, add } = await manage(service);
  const validBody = { userName: 'dirk' };
  for (const [overrides, field] of [
    [{ userName: 'dirk de boer' }, 'userName'],
    [{ userName: 'd'.repeat(65) }, 'userName'],
    [{ emailAddress: 'nobody' }, 'emailAddress'],
    [{ name: '' }, 'name'],
    [{ password: 'short' }, 'password'],
    [{ roles: ['Inspectr'] }, 'roles[0]'],
    [{ isService: true, password: 'correct horse battery' }, 'password'],
    [{ tenantId: 7 }, 'tenantId'],
    [{ isAdmin: true }, 'isAdmin'],
  ] as const) {
    const { status, body } = await admin.post(USERS, { ...validBody, ...overrides });
    assert.equal(status, 422, JSON.stringify([overrides, body]));
    assert.equal(body.errors[0].field, field);
  }
  const misspelled = await admin.post(USERS, { ...validBody, roles: ['Planner', 'Inspectr'] });
  assert.deepEqual(misspelled.body.errors, [
    { field: 'roles[1]', message: "There is no role 'Inspectr'. Did you mean 'Inspector'?" },
  ]);
  await add({ userName: 'dirk', emailAddress: 'dirk@example.org' });
  assert.equal((await admin.post(USERS, { userName: 'DIRK' })).status, 409);
  const sameAddress = { userName: 'other', emailAddress: 'Dirk@Example.org' };
  assert.match((await admin.post(USERS, sameAddress)).body.detail, /^Another user already has the email/);
});

test('repeating a request with its Idempotency-Key creates a single user, except with a password', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const create = (body: object) => admin.post(USERS, body, { 'idempotency-key': 'K' });
  const first = await create({ userName: 'dirk' });
  assert.deepEqual((await create({ userName: 'dirk' })).body, first.body);
  const userWithPassword = { userName: 'els', password: 'correct horse battery' };
  assert.equal((await create(userWithPassword)).status, 201);
  assert.equal((await create(userWithPassword)).status, 409);
});

test('an edit with an outdated If-Match is rejected, and an edit without If-Match succeeds', async (t) => {
  const service = await startService(t);
  const { admin, user } = await manage(service);
  const id = service.organisation.userIds.anna!;
  const edit = (body: object, headers = {}) => admin.request('PATCH', `${USERS}/${id}`, body, headers);
  const { revision } = await user(id);
  const tag = { 'if-match': `"${revision}"` };
  const response = await edit({ surname: 'Jansen' }, tag);
  assert.deepEqual([response.status, response.body.revision], [200, revision + 1]);
  assert.equal((await edit({ surname: 'Smit' }, tag)).status, 412);
  assert.equal((await edit({ surname: 'Smit' })).status, 200);
  assert.equal((await edit({ surname: 'Smit' })).body.revision, revision + 2);
  assert.equal((await edit({ userName: 'other' })).status, 422);
  assert.equal((await edit({})).status, 422);
});

test("changing a user's roles takes effect immediately and resets their change feed", async (t) => {
  const service = await startService(t);
  const { admin } = await manage(service);
  const viewer = await service.as('viewer');
  assert.equal((await viewer.get(USERS)).status, 403);
  const id = service.organisation.userIds.viewer;
  const listFloors = () =>
    run<{ user_id: number }>(service.database.db, 'select user_id from feed_reader where tenant_id = $1', [
      service.organisation.tenantId,
    ]);
  await admin.request('PATCH', `${USERS}/${id}`, { roles: ['viewer', 'VIEWER'] });
  assert.deepEqual(await listFloors(), []);
  const edited = await admin.request('PATCH', `${USERS}/${id}`, { roles: ['administrator'] });
  assert.deepEqual(edited.body.roles, ['Administrator']);
  assert.equal((await viewer.get(USERS)).status, 200);
  assert.deepEqual(await listFloors(), [{ user_id: id }]);
});

test('the audit log records each change once, with the old and new values but no secrets', async (t) => {
  const service = await startService(t);
  const { admin, add, events } = await manage(service);
  const password = 'correct horse battery';
  const id = await add({ userName: 'dirk', password, roles: ['Viewer'] });
  const edit = (body: object) => admin.request('PATCH', `${USERS}/${id}`, body);
  await edit({ name: 'Dirk', emailAddress: 'dirk@example.org', passwordGrant: false });
  await edit({ roles: ['Planner'], isActive: false });
  await edit({ isActive: true, password: 'another battery horse' });
  await edit({ password: null });
  await admin.post(`${USERS}/${id}/unlock`);
  await admin.post(`${USERS}/${id}/sign-out`);
  await edit({ name: 'Dirk' });
  const recorded = await events(`actor=admin&targetType=user&targetId=${id}`);
  assert.deepEqual(
    recorded.map(({ kind, details }) => [kind, details]),
    [
      [
        'user.created',
        {
          name: 'dirk',
          surname: '',
          emailAddress: null,
          isActive: true,
          isService: false,
          hasPassword: true,
        },
      ],
      ['user.roles-changed', { before: [], after: ['Viewer'] }],
      [
        'user.edited',
        {
          before: { name: 'dirk', emailAddress: null, passwordGrant: true },
          after: { name: 'Dirk', emailAddress: 'dirk@example.org', passwordGrant: false },
        },
      ],
      ['user.disabled', {}],
      ['user.roles-changed', { before: ['Viewer'], after: ['Planner'] }],
      ['user.enabled', {}],
      ['password.set', {}],
      ['password.removed', {}],
      ['user.unlocked', {}],
      ['session.ended', { accessTokens: 0, sessions: 0, devices: 0 }],
    ],
  );
  assert.ok(!JSON.stringify(recorded).includes('horse') && !JSON.stringify(recorded).includes('argon2'));
});

test('signing a user out ends their sessions and revokes their tokens, but they can sign in again (S27)', async (t) => {
  const service = await startService(t);
  const { admin } = await manage(service);
  await setPassword(service, 'anna', 'bram');
  const [anna, browser] = [await service.as('anna'), await signInWithBrowser(service.url, 'anna')];
  const other = await signInWithBrowser(service.url, 'bram');
  const requestStatuses = () =>
    Promise.all([anna, browser, other].map(async (caller) => (await caller.get('/api/v1/me')).status));
  assert.deepEqual(await requestStatuses(), [200, 200, 200]);
  const path = `${USERS}/${service.organisation.userIds.anna}/sign-out`;
  assert.equal((await admin.post(path)).status, 204);
  assert.deepEqual(await requestStatuses(), [401, 401, 200]);
  assert.equal((await (await service.as('anna')).get('/api/v1/me')).status, 200);
});

test('an administrator sees and clears the delay caused by wrong passwords', async (t) => {
  const service = await startService(t);
  await setPassword(service, 'anna');
  const { admin, user } = await manage(service);
  const signIn = async (password: string) => {
    const form = { grant_type: 'password', username: 'Anna', password, tenancyName: 'default' };
    return (await fetch(`${service.url}/token`, { method: 'POST', body: new URLSearchParams(form) })).status;
  };
  const id = service.organisation.userIds.anna!;
  for (let guess = 0; guess < 7; guess++) await signIn(`wrong guess ${guess}`);
  assert.match(String((await user(id)).lockedUntil), /^\d{4}-.*Z$/);
  assert.equal((await admin.post(`${USERS}/${id}/unlock`)).status, 204);
  assert.equal((await user(id)).lockedUntil, null);
});

test("requests for another organisation's users return 404", async (t) => {
  const service = await startService(t);
  const otherOrganisation = await service.asOtherTenant('admin');
  const id = service.organisation.userIds.anna;
  const calls: [string, string, object?][] = [
    ['GET', ''],
    ['PATCH', '', { name: 'Mine' }],
    ['POST', '/unlock'],
    ['POST', '/sign-out'],
    ['GET', '/tokens'],
    ['POST', '/tokens', {}],
    ['DELETE', '/tokens/x'],
  ];
  for (const [method, path, body] of calls) {
    for (const user of [id, 999_999_999, 'anna', '9'.repeat(30)]) {
      const { status } = await otherOrganisation.request(method, `${USERS}/${user}${path}`, body);
      assert.equal(status, 404, `${method} ${user}${path}`);
    }
  }
});
