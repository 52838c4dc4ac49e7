import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CHOICE_FIELDS } from '#contract/task-fields.ts';
import { run } from '#service/database/statement.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

const BOARD = '/api/v1/board';
const WEEK = 'from=2026-11-23&to=2026-11-29';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId, itemIds } = service.organisation;
  await run(db, `update team set time_zone = 'Europe/Amsterdam' where tenant_id = $1 and title = 'Bridges'`, [
    tenantId,
  ]);
  await run(db, 'update item set latitude = 52.37, longitude = 4.9 where tenant_id = $1 and item_id = $2', [
    tenantId,
    itemIds['BR-001'],
  ]);
  const names = ['coordinator', 'admin', 'erp', 'anna'];
  const [coordinator, admin, erp, anna] = await Promise.all(names.map(service.as));
  return {
    service,
    coordinator: coordinator!,
    admin: admin!,
    erp: erp!,
    anna: anna!,
    ...service.organisation,
  };
};

type Board = {
  people: { userName: string }[];
  tasks: { title: string }[];
  busy: unknown[];
  isTruncated: boolean;
};
const titlesOf = ({ tasks }: Board) => tasks.map(({ title }) => title);

test("the board returns a team's eligible people with their working hours and absences", async (t) => {
  const { coordinator, teamIds, userIds } = await start(t);
  const absence = { from: '2026-11-24', to: '2026-11-24', reason: 'Course' };
  await coordinator.post(`/api/v1/users/${userIds.anna}/absences`, absence);
  const { status, body } = await coordinator.get(`${BOARD}?${WEEK}`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.timeZone, 'Europe/Amsterdam');
  // Excludes viewers and inactive users.
  assert.deepEqual(
    body.people.map(({ userName }: { userName: string }) => userName),
    ['anna', 'bram', 'coordinator'],
  );
  const { days, ...anna } = body.people[0];
  assert.deepEqual(anna, {
    id: userIds.anna,
    userName: 'anna',
    name: 'anna',
    surname: '',
    teamIds: [teamIds.Bridges],
    canInspect: true,
  });
  // Planners can be assigned tasks (decision T6) but cannot start them.
  assert.equal(body.people[2].canInspect, false);
  assert.equal(days.length, 7);
  assert.deepEqual(days[0], {
    date: '2026-11-23',
    workingMinutes: 480,
    startsAt: '2026-11-23T07:00:00.000Z',
    endsAt: '2026-11-23T15:30:00.000Z',
    isAbsent: false,
    reason: null,
  });
  assert.deepEqual(days[1], {
    date: '2026-11-24',
    workingMinutes: 0,
    startsAt: null,
    endsAt: null,
    isAbsent: true,
    reason: 'Course',
  });
});

test('the board returns the fields of a planned task', async (t) => {
  const { service, coordinator, erp, teamIds, userIds } = await start(t);
  const id = await planTask(service, erp, {
    workbookName: 'BridgeInspection',
    itemsToInspect: ['BR-001', 'BR-002'],
    plannedStart: '2026-11-25T09:00:00Z',
    startDate: '2020-11-20T00:00:00.000Z',
    dueDate: '2020-11-27T16:00:00.000Z',
  });
  const { tasks } = (await coordinator.get(`${BOARD}?${WEEK}`)).body;
  const [{ revision, ...task }] = tasks;
  assert.match(revision, /^\d+$/);
  assert.deepEqual(task, {
    id,
    title: 'Inspect the railing',
    state: 'Assigned',
    teamId: teamIds.Bridges,
    workbookTitle: 'Bridge inspection',
    assigneeId: userIds.anna,
    plannedStart: '2026-11-25T09:00:00.000Z',
    minutes: 60,
    plannedMinutes: null,
    startDate: '2020-11-20T00:00:00.000Z',
    dueDate: '2020-11-27T16:00:00.000Z',
    isLate: true,
    location: { latitude: 52.37, longitude: 4.9 },
    itemTitle: 'Bridge BR-001',
    ...Object.fromEntries(CHOICE_FIELDS.map(([name, field]) => [name, field.default])),
  });
});

test('a task is on the board if its planned or expected duration overlaps the visible days', async (t) => {
  const { service, coordinator, erp } = await start(t);
  const { db } = service.database;
  await run(db, `update workbook set expected_minutes = 90 where name = 'BridgeInspection'`, []);
  let count = 0;
  const plan = (title: string, plannedStart: string, overrides: object = {}) => {
    count += 1;
    return planTask(service, erp, { externalId: `P-${count}`, title, plannedStart, ...overrides });
  };
  // In Amsterdam, days begin at 23:00 UTC on the previous day.
  await plan('ends when the week begins', '2026-11-22T22:00:00Z');
  await plan('reaches into the week', '2026-11-22T22:00:00Z', { plannedMinutes: 61 });
  await plan('is expected to reach into the week', '2026-11-22T22:00:00Z', {
    workbookName: 'BridgeInspection',
  });
  await plan('two weeks before', '2026-11-08T23:01:00Z', { plannedMinutes: 20_160 });
  await plan('unassigned', '2026-11-25T09:00:00Z', { assignedUserName: null });
  await plan('last minute', '2026-11-29T22:59:00Z');
  await plan('after the week', '2026-11-29T23:00:00Z');
  await plan('not planned', null as never);
  const board = (await coordinator.get(`${BOARD}?${WEEK}`)).body;
  assert.deepEqual(titlesOf(board), [
    'two weeks before',
    ...board.tasks.slice(1, 3).map(({ title }: { title: string }) => title),
    'unassigned',
    'last minute',
  ]);
  assert.deepEqual(
    board.tasks.map(({ minutes }: { minutes: number }) => minutes).sort(),
    [20_160, 60, 60, 61, 90].sort(),
  );
  const utc = (await coordinator.get(`${BOARD}?${WEEK}&timeZone=UTC`)).body;
  assert.deepEqual(titlesOf(utc).slice(-1), ['after the week']);
});

test('deleted and cancelled tasks are not on the board', async (t) => {
  const { service, coordinator, erp, anna } = await start(t);
  const plannedStart = '2026-11-25T09:00:00Z';
  await planTask(service, erp, { externalId: 'WO-1', plannedStart });
  const canceledId = await planTask(service, erp, { externalId: 'WO-2', plannedStart });
  await erp.task('delete', { externalTaskIds: ['WO-1'] });
  assert.equal((await anna.post(`/api/v1/tasks/${canceledId}/start`)).status, 201);
  await erp.task('cancel', { externalTaskIds: ['WO-2'] });
  assert.deepEqual(titlesOf((await coordinator.get(`${BOARD}?${WEEK}`)).body), []);
});

test('a planner sees all of their teams on the board, or a single one', async (t) => {
  const { service, coordinator, admin, erp, teamIds } = await start(t);
  const plannedStart = '2026-11-25T09:00:00Z';
  await planTask(service, erp, { externalId: 'B', title: 'On a bridge', plannedStart });
  const lockTask = { teamName: 'Locks', assignedUserName: 'bram', plannedStart };
  await planTask(service, erp, { externalId: 'L', title: 'In a lock', ...lockTask });
  const getBoard = async (caller: typeof admin, filter = '') =>
    (await caller.get(`${BOARD}?${WEEK}${filter}`)).body;
  assert.deepEqual(titlesOf(await getBoard(coordinator)), ['On a bridge']);
  assert.deepEqual(titlesOf(await getBoard(admin)).sort(), ['In a lock', 'On a bridge']);
  const lockBoard = await getBoard(admin, `&teamId=${teamIds.Locks}`);
  assert.deepEqual(titlesOf(lockBoard), ['In a lock']);
  assert.deepEqual(
    lockBoard.people.map(({ userName }: { userName: string }) => userName),
    ['bram'],
  );
  assert.equal(lockBoard.timeZone, 'UTC');
  for (const teamId of [teamIds.Locks, 'none'])
    assert.equal((await coordinator.get(`${BOARD}?${WEEK}&teamId=${teamId}`)).status, 404);
});

test('the board shows tasks of other teams only as busy times', async (t) => {
  const { service, coordinator, admin, erp, teamIds, userIds } = await start(t);
  const add = (externalId: string, overrides: object) =>
    planTask(service, erp, { externalId, title: externalId, teamName: 'Locks', ...overrides });
  const plannedStart = '2026-11-25T09:00:00Z';
  // bram can perform tasks in both teams.
  await add('bram’s', { assignedUserName: 'bram', plannedStart, plannedMinutes: 90 });
  await add('before the week', { assignedUserName: 'bram', plannedStart: '2026-11-22T12:00:00Z' });
  await add('not planned', { assignedUserName: 'bram' });
  await add('unassigned', { assignedUserName: null, plannedStart });
  const canceledId = await add('cancelled', { assignedUserName: 'bram', plannedStart });
  assert.equal((await (await service.as('bram')).post(`/api/v1/tasks/${canceledId}/start`)).status, 201);
  await erp.task('cancel', { externalTaskIds: ['cancelled'] });
  await add('deleted', { assignedUserName: 'bram', plannedStart });
  await erp.task('delete', { externalTaskIds: ['deleted'] });
  await add('on a bridge', { teamName: 'Bridges', assignedUserName: 'bram', plannedStart });
  const getBoard = async (caller: typeof admin, filter = ''): Promise<Board> =>
    (await caller.get(`${BOARD}?${WEEK}${filter}`)).body;
  const busy = [{ userId: userIds.bram, plannedStart: '2026-11-25T09:00:00.000Z', minutes: 90 }];
  const board = await getBoard(coordinator);
  assert.deepEqual([titlesOf(board), board.busy], [['on a bridge'], busy]);
  // A planner for both teams sees all tasks or, when filtering by one team, busy times for the other.
  assert.deepEqual((await getBoard(admin)).busy, []);
  assert.deepEqual((await getBoard(admin, `&teamId=${teamIds.Bridges}`)).busy, busy);
  const lockBoard = await getBoard(admin, `&teamId=${teamIds.Locks}`);
  assert.deepEqual(lockBoard.busy, [{ ...busy[0], minutes: 60 }]);
});

test('the board rejects missing, invalid or too many days, unknown time zones and unknown parameters', async (t) => {
  const { coordinator, anna } = await start(t);
  for (const [query, field] of [
    ['from=2026-11-23', 'to'],
    ['from=2026-11-23&to=2026-11-22', 'to'],
    ['from=2026-01-01&to=2026-02-12', 'to'],
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=today&to=2026-03-01', 'from'],
    [`${WEEK}&timeZone=Europe/Amsterdm`, 'timeZone'],
    [`${WEEK}&timeZone=%2B01:00`, 'timeZone'],
    [`${WEEK}&days=7`, 'days'],
  ] as const) {
    const response = await coordinator.get(`${BOARD}?${query}`);
    assert.equal(response.status, 422, query);
    assert.match(response.body.errors[0].field, new RegExp(field), query);
  }
  assert.equal((await coordinator.get(`${BOARD}?from=2026-01-01&to=2026-02-11`)).status, 200);
  assert.equal((await coordinator.get(`${BOARD}?from=9999-12-31&to=9999-12-31`)).status, 200);
  assert.equal((await anna.get(`${BOARD}?${WEEK}`)).status, 403);
});
