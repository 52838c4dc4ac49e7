import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const OFFICE_DAY = { startsAt: '08:00', endsAt: '16:30', minutes: 480 };
const ANY_REVISION = { 'if-match': '*' };

const start = async (t: TestContext) => {
  const service = await startService(t);
  const names = ['anna', 'coordinator', 'admin', 'viewer'];
  const [anna, coordinator, admin, viewer] = await Promise.all(names.map(service.as));
  const { userIds } = service.organisation;
  const getPath = (resource: 'working-hours' | 'absences', userName = 'anna') =>
    `/api/v1/users/${userIds[userName]}/${resource}`;
  return { service, anna: anna!, coordinator: coordinator!, admin: admin!, viewer: viewer!, getPath };
};

const createWeek = (first: object, ...rest: object[]) => ({
  days: [first, ...rest, ...Array(6 - rest.length).fill({ startsAt: '08:00', minutes: 0 })],
});

test('users work from Monday to Friday unless their working hours have been set', async (t) => {
  const { viewer, getPath } = await start(t);
  const { status, body, headers } = await viewer.get(getPath('working-hours'));
  assert.equal(status, 200);
  assert.deepEqual(
    body.days.map(({ minutes }: { minutes: number }) => minutes),
    [480, 480, 480, 480, 480, 0, 0],
  );
  assert.deepEqual(body.days[0], OFFICE_DAY);
  assert.deepEqual([body.isDefault, body.revision, headers.get('etag')], [true, 0, '"0"']);
});

test("a planner can set team members' working hours, which requires If-Match", async (t) => {
  const { coordinator, getPath } = await start(t);
  const path = getPath('working-hours');
  const body = createWeek(
    { startsAt: '22:00', minutes: 120 },
    { startsAt: '07:30', endsAt: '24:00', minutes: 300 },
  );
  assert.equal((await coordinator.request('PUT', path, body)).status, 428);
  const set = await coordinator.request('PUT', path, body, { 'if-match': '"0"' });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  assert.deepEqual(set.body.days.slice(0, 3), [
    { startsAt: '22:00', endsAt: '24:00', minutes: 120 },
    { startsAt: '07:30', endsAt: '24:00', minutes: 300 },
    { startsAt: '08:00', endsAt: '08:00', minutes: 0 },
  ]);
  assert.deepEqual([set.body.isDefault, set.body.revision], [false, 1]);
  assert.deepEqual((await coordinator.get(path)).body, set.body);
  assert.equal((await coordinator.request('PUT', path, body, { 'if-match': '"0"' })).status, 412);
  assert.equal((await coordinator.request('PUT', path, body, ANY_REVISION)).body.revision, 2);
});

test('when two planners set the same working hours concurrently, one gets 412', async (t) => {
  const { coordinator, admin, getPath } = await start(t);
  const set = (caller: typeof admin, minutes: number) =>
    caller.request('PUT', getPath('working-hours'), createWeek({ startsAt: '08:00', minutes }), {
      'if-match': '"0"',
    });
  const responses = await Promise.all([set(coordinator, 60), set(admin, 120)]);
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
});

test("a day's minutes must fit between its start and end, and it must end by 24:00", async (t) => {
  const { coordinator, getPath } = await start(t);
  for (const [days, field] of [
    [createWeek({ startsAt: '22:00', minutes: 121 }).days, 'days[0]'],
    [createWeek({ startsAt: '08:00', endsAt: '09:00', minutes: 61 }).days, 'days[0]'],
    [createWeek(OFFICE_DAY, { startsAt: '09:00', endsAt: '08:00', minutes: 0 }).days, 'days[1]'],
    [createWeek({ startsAt: '24:01', minutes: 0 }).days, 'days[0].startsAt'],
    [createWeek({ startsAt: '8:00', minutes: 0 }).days, 'days[0].startsAt'],
    [createWeek({ startsAt: '08:00', minutes: -1 }).days, 'days[0].minutes'],
    [createWeek({ startsAt: '08:00', minutes: 1.5 }).days, 'days[0].minutes'],
    [[OFFICE_DAY], 'days'],
  ] as const) {
    const response = await coordinator.request('PUT', getPath('working-hours'), { days }, ANY_REVISION);
    assert.deepEqual([response.status, response.body.errors[0].field], [422, field]);
    if (field.endsWith('startsAt'))
      assert.match(response.body.errors[0].message, /such as 08:00; "(24:01|8:00)" was given/);
  }
  assert.equal((await coordinator.get(getPath('working-hours'))).body.isDefault, true);
});

test('inspectors cannot set their own hours, planners cannot set hours in other teams, and Users.Manage allows setting all hours', async (t) => {
  const { service, anna, coordinator, getPath } = await start(t);
  const { database, organisation } = service;
  await run(
    database.db,
    `insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, 'Personnel', true, '{Users.Manage}')`,
    [organisation.tenantId],
  );
  organisation.userIds.personnel = await addPerson(database.db, organisation, {
    userName: 'personnel',
    role: 'Personnel',
  });
  organisation.userIds.lock = await addPerson(database.db, organisation, {
    userName: 'lock',
    role: 'Inspector',
    memberOf: { Inspectors: ['Locks'] },
  });
  const personnel = await service.as('personnel');
  const days = createWeek(OFFICE_DAY);
  const response = await anna.request('PUT', getPath('working-hours'), days, ANY_REVISION);
  assert.equal(response.status, 403);
  assert.match(response.body.detail, /Tasks\.Manage or Users\.Manage/);
  for (const [method, path, body] of [
    ['GET', getPath('working-hours', 'lock')],
    ['PUT', getPath('working-hours', 'lock'), days],
    ['GET', getPath('absences', 'lock')],
    ['POST', getPath('absences', 'lock'), { from: '2026-12-21', to: '2026-12-21' }],
    ['PUT', '/api/v1/users/999999/working-hours', days],
    ['PUT', '/api/v1/users/anna/working-hours', days],
  ] as const) {
    assert.equal((await coordinator.request(method, path, body, ANY_REVISION)).status, 404, path);
  }
  assert.equal(
    (await personnel.request('PUT', getPath('working-hours', 'lock'), days, ANY_REVISION)).status,
    200,
  );
  assert.equal((await personnel.get(getPath('working-hours', 'lock'))).status, 403);
});

test('absences can be added, listed page by page (latest first), and deleted', async (t) => {
  const { coordinator, viewer, getPath } = await start(t);
  const path = getPath('absences');
  const firstResponse = await coordinator.post(path, {
    from: '2026-12-21',
    to: '2027-01-01',
    reason: 'Holidays',
  });
  assert.equal(firstResponse.status, 201, JSON.stringify(firstResponse.body));
  const { id, ...absence } = firstResponse.body;
  assert.deepEqual(absence, { from: '2026-12-21', to: '2027-01-01', reason: 'Holidays' });
  const key = { 'idempotency-key': 'once' };
  const secondResponse = await coordinator.post(path, { from: '2027-02-01', to: '2027-02-01' }, key);
  assert.deepEqual(
    (await coordinator.post(path, { from: '2027-02-01', to: '2027-02-01' }, key)).body,
    secondResponse.body,
  );
  assert.equal(secondResponse.body.reason, null);

  const page = (await viewer.get(`${path}?limit=1`)).body;
  assert.deepEqual(page.absences, [secondResponse.body]);
  const lastPage = (await viewer.get(`${path}?limit=1&after=${page.next}`)).body;
  assert.deepEqual(lastPage, { absences: [{ ...firstResponse.body, reason: null }], next: null });

  assert.equal((await viewer.request('DELETE', `${path}/${id}`)).status, 403);
  assert.equal((await coordinator.request('DELETE', `${getPath('absences', 'bram')}/${id}`)).status, 404);
  assert.equal((await coordinator.request('DELETE', `${path}/${id}`)).status, 204);
  assert.equal((await coordinator.request('DELETE', `${path}/${id}`)).status, 404);
  assert.equal((await coordinator.request('DELETE', `${path}/none`)).status, 404);
  assert.deepEqual((await viewer.get(path)).body.absences, [secondResponse.body]);
});

test('the reason for an absence is visible only to the user and planners of the team', async (t) => {
  const { service, coordinator, admin, anna, viewer, getPath } = await start(t);
  const path = getPath('absences');
  const absence = { from: '2026-12-21', to: '2026-12-22', reason: 'Ill' };
  assert.equal((await coordinator.post(path, absence)).status, 201);
  const readReason = async (caller: typeof anna) => (await caller.get(path)).body.absences[0].reason;
  assert.deepEqual(await Promise.all([coordinator, admin, anna].map(readReason)), ['Ill', 'Ill', 'Ill']);
  assert.deepEqual(await Promise.all([viewer, await service.as('bram')].map(readReason)), [null, null]);
});

test('an absence must have valid days in the right order, and last at most a year', async (t) => {
  const { coordinator, getPath } = await start(t);
  const path = getPath('absences');
  for (const [from, to, field] of [
    ['2026-12-21', '2026-12-20', 'to'],
    ['2026-01-01', '2027-01-03', 'to'],
    ['2026-02-30', '2026-03-01', 'from'],
    ['2026-02-01', '2026-02-29', 'to'],
    ['0001-01-01', '0001-01-02', 'from'],
    ['2026-1-1', '2026-01-02', 'from'],
  ]) {
    const response = await coordinator.post(path, { from, to });
    assert.deepEqual([response.status, response.body.errors[0].field], [422, field], `${from} ${to}`);
  }
  assert.equal((await coordinator.post(path, { from: '2026-01-01', to: '2027-01-02' })).status, 201);
  for (const day of ['none', '9999-99-99', '2026-02-30', '1899-12-31'].map((text) => text.padEnd(10))) {
    const after = `${day}00000000-0000-0000-0000-000000000000`;
    const cursor = Buffer.from(after).toString('base64url');
    assert.equal((await coordinator.get(`${path}?after=${cursor}`)).status, 422, after);
  }
});
