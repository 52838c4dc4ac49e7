import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { waitForLongPolls } from '#service/testing/wait-for-long-polls.ts';

type LiveChange = {
  id: string;
  hasTask: boolean;
  state: string | null;
  isDeleted: boolean;
  teamId: string | null;
};
type Changes = { changes: LiveChange[]; next: string; hasMore: boolean; isReset: boolean };

const CHANGES = '/api/v1/changes';
/** More than the number of database connections. */
const WAITING_REQUEST_COUNT = 60;

const fetchChanges = async (caller: Caller, after?: string, wait = 0): Promise<Changes> => {
  const response = await caller.get(`${CHANGES}?wait=${wait}${after === undefined ? '' : `&after=${after}`}`);
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return response.body;
};

test('a page that requests a token before loading receives a summary of every later change', async (t) => {
  const { as, organisation } = await startService(t);
  const [erp, coordinator] = [await as('erp'), await as('coordinator')];
  await erp.task('post', taskBody());
  const { changes, next, hasMore, isReset } = await fetchChanges(coordinator, undefined, 60);
  assert.deepEqual([changes, hasMore, isReset], [[], false, false]);
  assert.deepEqual((await fetchChanges(coordinator, next)).changes, []);

  await erp.task('put', taskBody({ title: 'Changed' }));
  const response = await fetchChanges(coordinator, next);
  const { body: task } = await coordinator.get(`/api/v1/tasks/${response.changes[0]!.id}`);
  assert.equal(task.title, 'Changed');
  assert.deepEqual(response.changes, [
    {
      id: task.id,
      hasTask: true,
      state: 'Assigned',
      isDeleted: false,
      assigneeId: organisation.userIds.anna,
      teamId: organisation.teamIds.Bridges,
      inspectionId: null,
      modifiedAt: task.modifiedAt,
    },
  ]);
  assert.deepEqual(await fetchChanges(coordinator, response.next), { ...response, changes: [] });

  await erp.task('delete', { externalTaskIds: ['WO-1'] });
  assert.deepEqual(
    (await fetchChanges(coordinator, response.next)).changes.map(({ id, isDeleted }) => [id, isDeleted]),
    [[task.id, true]],
  );
});

test('a waiting request returns when there is a change, or immediately if there already is one', async (t) => {
  const { as } = await startService(t);
  const [erp, coordinator] = [await as('erp'), await as('coordinator')];
  const { next } = await fetchChanges(coordinator);
  const waiting = fetchChanges(coordinator, next, 60);
  await erp.task('post', taskBody());
  assert.equal((await waiting).changes.length, 1);
  assert.equal((await fetchChanges(coordinator, next, 60)).changes.length, 1);
});

test('waiting requests do not tie up database connections', async (t) => {
  const { as } = await startService(t);
  const [erp, coordinator] = [await as('erp'), await as('coordinator')];
  const { next } = await fetchChanges(coordinator);
  const waiting = Array.from({ length: WAITING_REQUEST_COUNT }, () => fetchChanges(coordinator, next, 60));
  await erp.task('post', taskBody());
  for (const { changes } of await Promise.all(waiting)) assert.equal(changes.length, 1);
});

test('users receive no changes from other teams, but receive one when a task leaves one of their teams', async (t) => {
  const { as } = await startService(t);
  const [erp, coordinator] = [await as('erp'), await as('coordinator')];
  const { next } = await fetchChanges(coordinator);
  await erp.task('post', taskBody({ externalId: 'WO-1', assignedUserName: 'bram', teamName: 'Locks' }));
  assert.deepEqual((await fetchChanges(coordinator, next)).changes, []);
  await erp.task('post', taskBody({ externalId: 'WO-2', assignedUserName: 'bram' }));
  const teamChanges = await fetchChanges(coordinator, next);
  await erp.task('put', taskBody({ externalId: 'WO-2', assignedUserName: 'bram', teamName: 'Locks' }));
  assert.deepEqual((await fetchChanges(coordinator, teamChanges.next)).changes, [
    {
      id: teamChanges.changes[0]!.id,
      hasTask: true,
      state: null,
      isDeleted: true,
      assigneeId: null,
      teamId: null,
      inspectionId: null,
      modifiedAt: null,
    },
  ]);
});

test('a change to an inspection without a task is reported to its inspector and to users who can see it', async (t) => {
  const { as, organisation } = await startService(t);
  const people = Object.fromEntries(
    await Promise.all(['anna', 'bram', 'coordinator', 'erp'].map(async (name) => [name, await as(name)])),
  );
  const { next } = await fetchChanges(people.erp);
  const started = await people.anna.post('/api/v1/inspections', {
    workbookId: organisation.workbookIds.Railing,
    teamId: organisation.teamIds.Bridges,
  });
  assert.equal(started.status, 201, JSON.stringify(started.body));
  for (const [name, expected] of [
    ['anna', [[started.body.id, false]]],
    ['coordinator', [[started.body.id, false]]],
    ['erp', [[started.body.id, false]]],
    ['bram', []],
  ] as const) {
    const { changes } = await fetchChanges(people[name], next);
    assert.deepEqual(
      changes.map(({ id, hasTask }) => [id, hasTask]),
      expected,
      name,
    );
  }
});

test('after a permission change, a page has to reload everything once', async (t) => {
  const { as, organisation } = await startService(t);
  const [erp, admin, coordinator] = [await as('erp'), await as('admin'), await as('coordinator')];
  await erp.task('post', taskBody());
  const { next } = await fetchChanges(coordinator);
  const { teamIds, userIds } = organisation;
  const path = `/api/v1/teams/${teamIds.Locks}/groups/Coordinators/members/${userIds.coordinator}`;
  assert.equal((await admin.request('PUT', path)).status, 204);

  const reset = await fetchChanges(coordinator, next, 60);
  assert.deepEqual([reset.changes, reset.isReset], [[], true]);
  assert.deepEqual(await fetchChanges(coordinator, reset.next), { ...reset, isReset: false });
  await erp.task('post', taskBody({ externalId: 'WO-2', assignedUserName: 'bram', teamName: 'Locks' }));
  assert.equal((await fetchChanges(coordinator, reset.next)).changes.length, 1);
});

test('a token issued after the restored backup was taken makes the page reload everything', async (t) => {
  const { as } = await startService(t);
  const [erp, coordinator] = [await as('erp'), await as('coordinator')];
  await erp.task('post', taskBody());
  const { next } = await fetchChanges(coordinator);
  const response = await fetchChanges(coordinator, 'AAABAAAAD_8', 60);
  assert.deepEqual(response, { changes: [], next, hasMore: false, isReset: true });
});

test("an organisation's first task is reported like any other change", async (t) => {
  const { as } = await startService(t);
  const [erp, coordinator] = [await as('erp'), await as('coordinator')];
  const { next } = await fetchChanges(coordinator);
  await erp.task('post', taskBody());
  const response = await fetchChanges(coordinator, next);
  assert.deepEqual([response.changes.length, response.isReset], [1, false]);
});

test('a client that is far behind receives changes page by page, with hasMore set', async (t) => {
  const { as } = await startService(t);
  const [erp, coordinator] = [await as('erp'), await as('coordinator')];
  const { next } = await fetchChanges(coordinator);
  for (let count = 0; count < 520; count += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => erp.task('post', taskBody({ externalId: `WO-${count + n}` }))),
    );
  }
  const first = await fetchChanges(coordinator, next);
  assert.deepEqual([first.changes.length, first.hasMore], [500, true]);
  const rest = await fetchChanges(coordinator, first.next);
  assert.deepEqual([rest.changes.length, rest.hasMore], [20, false]);
});

test('a browser that only polls for changes is signed out as idle, even while a request is waiting (S26)', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const { browser, advanceTime } = await startBrowser(service);
  const { next } = JSON.parse((await browser.get(CHANGES)).text);
  await advanceTime(20);
  assert.equal((await browser.get(`${CHANGES}?after=${next}`)).status, 200);
  const waiting = browser.get(`${CHANGES}?after=${next}&wait=60`);
  await waitForLongPolls(service, 1);
  await advanceTime(11);
  await erp.task('post', taskBody());
  assert.equal((await waiting).status, 401);
});

const startBrowser = async (service: TestService) => {
  await setPassword(service, 'anna');
  const browser = createNoJsBrowser(service.url);
  await browser.post('/sign-in', { username: 'anna', password: PASSWORD, tenancyName: 'default' });
  const advanceTime = async (minutes: number) => {
    await run(
      service.database.db,
      'update session set last_seen_at = last_seen_at - make_interval(mins => $1)',
      [minutes],
    );
    service.services.actors.clear();
  };
  return { browser, advanceTime };
};

test('a user who loses their permission while waiting gets an error and no data', async (t) => {
  const service = await startService(t);
  const { as, organisation, database } = service;
  const [erp, admin] = [await as('erp'), await as('admin')];
  organisation.userIds.carol = await addPerson(database.db, organisation, {
    userName: 'carol',
    role: 'Viewer',
    memberOf: { Viewer: ['Bridges'] },
  });
  const carol = await as('carol');
  const { next } = await fetchChanges(carol);
  const waiting = carol.get(`${CHANGES}?after=${next}&wait=60`);
  await waitForLongPolls(service, 1);
  const removal = await admin.request('PATCH', `/api/v1/users/${organisation.userIds.carol}`, { roles: [] });
  assert.equal(removal.status, 200, JSON.stringify(removal.body));
  await erp.task('post', taskBody());
  assert.equal((await waiting).status, 403);
});

test('an invalid parameter is rejected with an error naming it', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  for (const [query, field] of [
    ['after=short', 'after'],
    ['after=', 'after'],
    ['wait=61', 'wait'],
    ['wait=-1', 'wait'],
    ['wait=1&wait=2', 'wait'],
    ['since=1', 'since'],
  ] as const) {
    const response = await coordinator.get(`${CHANGES}?${query}`);
    assert.equal(response.status, 422, query);
    assert.match(JSON.stringify(response.body), new RegExp(field), query);
  }
  // Well-formed, but never issued by the server.
  assert.equal((await coordinator.get(`${CHANGES}?after=AAAAAAAAAAB`)).status, 422);
});
