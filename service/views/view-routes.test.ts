import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';

const VIEWS = '/api/v1/views';
const LATE = { kind: 'tasks', name: 'Late', query: { state: ['New', 'Assigned'], due: 'late' } };

const start = async (t: TestContext) => {
  const { as, organisation } = await startService(t);
  const names = ['anna', 'bram', 'coordinator', 'admin'];
  const [anna, bram, coordinator, admin] = await Promise.all(names.map(as));
  return { anna: anna!, bram: bram!, coordinator: coordinator!, admin: admin!, ...organisation };
};

const namesOf = (views: { name: string }[]) => views.map(({ name }) => name);

test('a view is stored as sent, and visible only to its owner', async (t) => {
  const { anna, coordinator, admin, userIds } = await start(t);
  const created = await anna.post(VIEWS, LATE);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { id, ...rest } = created.body;
  assert.deepEqual(rest, {
    ...LATE,
    teamId: null,
    ownerId: userIds.anna,
    ownerName: 'anna',
    isOwn: true,
    revision: 1,
  });
  assert.equal(created.headers.get('location'), `${VIEWS}/${id}`);
  assert.deepEqual((await anna.get(`${VIEWS}/${id}`)).body, created.body);
  assert.deepEqual((await anna.get(VIEWS)).body, { views: [created.body], next: null });
  for (const other of [coordinator, admin]) {
    assert.deepEqual((await other.get(VIEWS)).body.views, []);
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      const response = await other.request(method, `${VIEWS}/${id}`, body, { 'if-match': '*' });
      assert.equal(response.status, 404, method);
    }
  }
});

test('a shared view is visible only to its team, and only its owner can change it', async (t) => {
  const { anna, bram, coordinator, admin, teamIds } = await start(t);
  const { body: view } = await bram.post(VIEWS, { ...LATE, teamId: teamIds.Bridges });
  assert.equal(view.teamId, teamIds.Bridges);
  for (const viewer of [anna, coordinator, admin]) {
    const { views } = (await viewer.get(VIEWS)).body;
    assert.deepEqual(views, [{ ...view, isOwn: false }]);
    const path = `${VIEWS}/${view.id}`;
    const edited = await viewer.request('PATCH', path, { name: 'Mine' }, { 'if-match': '*' });
    assert.equal(edited.status, 403);
    assert.match(edited.body.detail, /bram/);
    assert.equal((await viewer.request('DELETE', path)).status, 403);
  }
  const moved = await bram.request(
    'PATCH',
    `${VIEWS}/${view.id}`,
    { teamId: teamIds.Locks },
    { 'if-match': '"1"' },
  );
  assert.deepEqual([moved.status, moved.body.teamId, moved.body.name], [200, teamIds.Locks, 'Late']);
  assert.deepEqual((await anna.get(VIEWS)).body.views, []);
});

test("only a team's planners can delete the shared views of a disabled user", async (t) => {
  const { anna, bram, coordinator, admin, teamIds, userIds } = await start(t);
  const { body: view } = await bram.post(VIEWS, { ...LATE, teamId: teamIds.Bridges });
  const { body: own } = await bram.post(VIEWS, { ...LATE, name: 'Not shared' });
  const user = `/api/v1/users/${userIds.bram}`;
  const disabled = await admin.request('PATCH', user, { isActive: false }, { 'if-match': '*' });
  assert.equal(disabled.status, 200, JSON.stringify(disabled.body));
  assert.equal((await anna.request('DELETE', `${VIEWS}/${view.id}`)).status, 403);
  assert.equal((await coordinator.request('DELETE', `${VIEWS}/${own.id}`)).status, 404);
  assert.deepEqual((await coordinator.get(VIEWS)).body.views, [{ ...view, isOwn: true }]);
  const path = `${VIEWS}/${view.id}`;
  const edited = await coordinator.request('PATCH', path, { name: 'Ours' }, { 'if-match': '*' });
  assert.deepEqual([edited.status, edited.body.ownerName], [200, 'bram']);
  assert.equal((await coordinator.request('DELETE', path)).status, 204);
});

test('a view cannot be shared with a team that its owner cannot see', async (t) => {
  const { anna, teamIds } = await start(t);
  const { body: own } = await anna.post(VIEWS, LATE);
  for (const teamId of [teamIds.Locks, '01890000-0000-7000-8000-000000000000']) {
    const shared = await anna.post(VIEWS, { ...LATE, teamId });
    assert.deepEqual([shared.status, shared.body.errors[0].field], [422, 'teamId']);
    const moved = await anna.request('PATCH', `${VIEWS}/${own.id}`, { teamId }, { 'if-match': '*' });
    assert.deepEqual([moved.status, moved.body.errors[0].field], [422, 'teamId']);
  }
  assert.deepEqual((await anna.get(VIEWS)).body.views, [own]);
});

test('editing or deleting an outdated revision of a view is rejected', async (t) => {
  const { anna } = await start(t);
  const { body: view } = await anna.post(VIEWS, LATE);
  const path = `${VIEWS}/${view.id}`;
  assert.equal((await anna.request('PATCH', path, { name: 'Very late' })).status, 428);
  const edited = await anna.request('PATCH', path, { name: 'Very late' }, { 'if-match': '"1"' });
  assert.deepEqual(edited.body, { ...view, name: 'Very late', revision: 2 });
  assert.equal(edited.headers.get('etag'), '"2"');
  assert.equal((await anna.request('PATCH', path, { query: {} }, { 'if-match': '"1"' })).status, 412);
  assert.equal((await anna.request('DELETE', path, undefined, { 'if-match': '"1"' })).status, 412);
  assert.equal((await anna.request('DELETE', path)).status, 204);
  assert.equal((await anna.request('DELETE', path)).status, 404);
});

test('views are listed page by page, sorted by name, for one screen or for all screens', async (t) => {
  const { anna } = await start(t);
  for (const [kind, name] of [
    ['tasks', 'b'],
    ['map', 'A'],
    ['tasks', 'a'],
    ['board', 'C'],
    ['tasks', 'a'],
  ])
    await anna.post(VIEWS, { kind, name, query: {} });
  assert.deepEqual(namesOf((await anna.get(`${VIEWS}?kind=tasks`)).body.views), ['a', 'a', 'b']);
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const { views, next } = (await anna.get(`${VIEWS}?limit=2${after}`)).body;
    seen.push(...namesOf(views));
    if (next === null) break;
    after = `&after=${next}`;
  }
  assert.deepEqual(
    seen.map((name) => name.toLowerCase()),
    ['a', 'a', 'a', 'b', 'c'],
  );
  assert.equal((await anna.get(`${VIEWS}?after=bm9uZQ`)).status, 422);
});

test('saving a view twice with the same Idempotency-Key creates one view', async (t) => {
  const { anna } = await start(t);
  const key = { 'idempotency-key': 'save' };
  const [first, repeated] = [await anna.post(VIEWS, LATE, key), await anna.post(VIEWS, LATE, key)];
  assert.deepEqual([repeated.status, repeated.body], [201, first.body]);
  assert.equal((await anna.get(VIEWS)).body.views.length, 1);
});

test('an invalid view is rejected with an error naming the field', async (t) => {
  const { anna } = await start(t);
  for (const [overrides, field] of [
    [{ kind: 'calendar' }, 'kind'],
    [{ name: '' }, 'name'],
    [{ name: ' Late' }, 'name'],
    [{ query: { due: 1 } }, 'query'],
    [{ query: { due: { nested: '' } } }, 'query'],
    [{ query: ['late'] }, 'query'],
    [{ query: { text: 'x'.repeat(1_001) } }, 'query'],
    [{ query: { text: Array(101).fill('') } }, 'query'],
    [{ query: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`n${n}`, ''])) }, 'query'],
    // Each value is valid on its own, but the total is too long.
    [
      { query: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`n${n}`, 'x'.repeat(1_000)])) },
      'query',
    ],
    [{ teamId: 'Bridges' }, 'teamId'],
    [{ ownerId: 1 }, 'ownerId'],
  ] as const) {
    const response = await anna.post(VIEWS, { ...LATE, ...overrides });
    assert.equal(response.status, 422, JSON.stringify(overrides).slice(0, 80));
    assert.match(response.body.errors[0].field, new RegExp(`^${field}`));
  }
  assert.equal((await anna.get(`${VIEWS}?kind=calendar`)).status, 422);
});

test('a user can have at most two hundred views', async (t) => {
  const { anna, bram } = await start(t);
  for (let count = 0; count < 200; count += 20)
    await Promise.all(Array.from({ length: 20 }, () => anna.post(VIEWS, LATE)));
  const rejected = await anna.post(VIEWS, LATE);
  assert.equal(rejected.status, 409);
  assert.match(rejected.body.detail, /200/);
  assert.equal((await bram.post(VIEWS, LATE)).status, 201);
});
