import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

const OVERVIEW = '/api/v1/overview';
const today = Temporal.Now.plainDateISO('UTC');
const MONDAY = today.subtract({ days: today.dayOfWeek - 1 });
const on = (day: number, time = '10:00') => `${MONDAY.add({ days: day })}T${time}:00.000Z`;
const LAST_YEAR = -365;

const start = async (t: TestContext) => {
  const service = await startService(t);
  const names = ['coordinator', 'erp', 'anna', 'bram', 'viewer', 'admin'];
  const callers = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await service.as(name)])),
  );
  let taskCount = 0;
  const plan = (overrides: Record<string, unknown> = {}) => {
    taskCount += 1;
    return planTask(service, callers.erp, { externalId: `WO-${taskCount}`, ...overrides });
  };
  const readOverview = async (query = '', userName = 'coordinator') => {
    const response = await callers[userName].get(`${OVERVIEW}${query}`);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  /** Completes an inspection on a given day, after returning it `returns` times. */
  const inspect = async (teamName: string, endedAt: string, returns = 0) => {
    const { teamIds, workbookIds, tenantId } = service.organisation;
    const started = await callers.bram.post('/api/v1/inspections', {
      workbookId: workbookIds.Railing,
      teamId: teamIds[teamName],
    });
    const path = `/api/v1/inspections/${started.body.id}`;
    await callers.bram.request('PATCH', `${path}/answers`, { answers: { Height: 1 } });
    for (let completion = 0; completion <= returns; completion++) {
      const completed = await callers.bram.post(`${path}/complete`);
      assert.equal(completed.status, 200, JSON.stringify(completed.body));
      if (completion < returns)
        assert.equal((await callers.admin.post(`${path}/return`, { comment: 'No' })).status, 200);
    }
    await run(
      service.database.db,
      'update inspection set ended_at = $3 where tenant_id = $1 and inspection_id = $2',
      [tenantId, started.body.id, endedAt],
    );
  };
  return { service, ...callers, plan, readOverview, inspect, ...service.organisation };
};

test('weeks start on the requested day', async (t) => {
  const { plan, readOverview } = await start(t);
  const firstDay = (today.dayOfWeek % 7) + 1;
  await plan({ dueDate: `${today.add({ days: 1 })}T10:00:00.000Z` });
  const endOfWeek = await readOverview(`?firstDay=${firstDay}`);
  assert.deepEqual(
    [endOfWeek.weeks.at(-1).from, endOfWeek.dueThisWeek],
    [`${today.subtract({ days: 6 })}`, 0],
  );
  const startOfWeek = await readOverview(`?firstDay=${today.dayOfWeek}`);
  assert.deepEqual([startOfWeek.weeks.at(-1).from, startOfWeek.dueThisWeek], [`${today}`, 1]);
});

test('the overview counts tasks that are open, late, unplanned or due this week', async (t) => {
  const { plan, readOverview, anna, erp, coordinator } = await start(t);
  await plan();
  await plan({ assignedUserName: null, dueDate: on(LAST_YEAR) });
  await plan({ plannedStart: on(0), dueDate: on(6, '23:59') });
  await plan({ dueDate: on(7, '00:00') });
  const active = await plan({ dueDate: on(365) });
  assert.equal((await anna.post(`/api/v1/tasks/${active}/start`)).status, 201);
  await plan({ teamName: 'Locks', assignedUserName: 'bram', dueDate: on(LAST_YEAR) });
  const closed = await plan({ dueDate: on(LAST_YEAR), workbookName: 'Railing' });
  const started = await anna.post(`/api/v1/tasks/${closed}/start`);
  await anna.request('PATCH', `/api/v1/inspections/${started.body.id}/answers`, { answers: { Height: 1 } });
  assert.equal((await anna.post(`/api/v1/inspections/${started.body.id}/complete`)).status, 200);
  const deleted = await plan({ dueDate: on(LAST_YEAR) });
  const { externalId } = (await coordinator.get(`/api/v1/tasks/${deleted}`)).body;
  await erp.task('delete', { externalTaskIds: [externalId] });

  const { open, late, unplanned, dueThisWeek } = await readOverview('?timeZone=UTC');
  assert.deepEqual(
    { open, late, unplanned, dueThisWeek },
    { open: 5, late: 1, unplanned: 3, dueThisWeek: 1 },
  );
});

test('the overview counts completed inspections by week and team, and how many were never returned', async (t) => {
  const { inspect, readOverview, teamIds } = await start(t);
  await inspect('Bridges', on(0, '00:00'));
  await inspect('Locks', on(0, '00:00'), 1);
  await inspect('Bridges', on(-1, '23:59'), 2);
  await inspect('Bridges', on(-7, '00:00'));
  await inspect('Bridges', on(-8, '23:59'));
  const { weeks } = await readOverview('?weeks=2&timeZone=UTC', 'admin');
  const [last, current] = weeks;
  const byTeam = [
    { teamId: teamIds.Bridges, done: 1, firstTimeRight: 1 },
    { teamId: teamIds.Locks, done: 1, firstTimeRight: 0 },
  ].sort((one, other) => (one.teamId! < other.teamId! ? -1 : 1));
  assert.deepEqual(weeks, [last, current]);
  assert.deepEqual(current, { from: MONDAY.toString(), done: 2, firstTimeRight: 1, teams: byTeam });
  assert.deepEqual(last, {
    from: MONDAY.subtract({ days: 7 }).toString(),
    done: 2,
    firstTimeRight: 1,
    teams: [{ teamId: teamIds.Bridges, done: 2, firstTimeRight: 1 }],
  });
  assert.deepEqual(
    (await readOverview('?weeks=1', 'coordinator')).weeks[0].teams.length,
    1,
    "only the coordinator's teams",
  );
  const locks = await readOverview(`?weeks=1&teamId=${teamIds.Locks}`, 'admin');
  assert.deepEqual([locks.weeks[0].done, locks.weeks[0].firstTimeRight], [1, 0]);
  assert.equal((await readOverview()).weeks.length, 8);
});

test("only planners see people's workload in the overview", async (t) => {
  const { plan, readOverview, coordinator, userIds } = await start(t);
  await plan({ plannedStart: on(0), plannedMinutes: 90 });
  await plan({ plannedStart: on(6, '23:59') });
  await plan({ plannedStart: on(7, '00:00') });
  await plan({ plannedStart: on(14) });
  const away = { from: MONDAY.add({ days: 1 }).toString(), to: MONDAY.add({ days: 7 }).toString() };
  await coordinator.post(`/api/v1/users/${userIds.anna}/absences`, away);
  const { workload } = await readOverview('?timeZone=UTC');
  assert.deepEqual(
    workload.map(({ userName }: { userName: string }) => userName),
    ['anna', 'bram', 'coordinator'],
  );
  assert.deepEqual(workload[0], {
    id: userIds.anna,
    userName: 'anna',
    name: 'anna',
    surname: '',
    thisWeek: { plannedMinutes: 150, workingMinutes: 480 },
    nextWeek: { plannedMinutes: 60, workingMinutes: 1_920 },
  });
  assert.deepEqual(workload[1].thisWeek, { plannedMinutes: 0, workingMinutes: 2_400 });
  for (const userName of ['viewer', 'anna'])
    assert.deepEqual((await readOverview('', userName)).workload, []);
});

test('the overview lists the ten most overdue tasks with their assignees', async (t) => {
  const { plan, readOverview, teamIds, userIds } = await start(t);
  for (let n = 0; n < 11; n++) await plan({ title: `${n}`, dueDate: on(LAST_YEAR - n) });
  const oldest = await plan({ title: 'oldest', dueDate: on(LAST_YEAR - 30), assignedUserName: null });
  const { oldestLate } = await readOverview();
  assert.deepEqual(
    oldestLate.map(({ title }: { title: string }) => title),
    ['oldest', '10', '9', '8', '7', '6', '5', '4', '3', '2'],
  );
  assert.deepEqual(oldestLate[0], {
    id: oldest,
    title: 'oldest',
    teamId: teamIds.Bridges,
    assignee: null,
    dueDate: on(LAST_YEAR - 30),
    lateCause: 'createdAfterDueDate',
  });
  const { id, userName } = oldestLate[1].assignee;
  assert.deepEqual([id, userName], [userIds.anna, 'anna']);
});

test('the overview rejects an unknown team, an invalid number of weeks and an unknown time zone', async (t) => {
  const { coordinator, teamIds } = await start(t);
  for (const teamId of [teamIds.Locks, 'none'])
    assert.equal((await coordinator.get(`${OVERVIEW}?teamId=${teamId}`)).status, 404);
  for (const query of ['weeks=0', 'weeks=27', 'weeks=1.5', 'timeZone=Mars', 'team=1'])
    assert.equal((await coordinator.get(`${OVERVIEW}?${query}`)).status, 422, query);
});

test("the overview shows a person's workload however many minutes are planned", async (t) => {
  const { service, plan, readOverview } = await start(t);
  const ids = [await plan({ plannedStart: on(0) }), await plan({ plannedStart: on(0) })];
  const { db } = service.database;
  // Each of the two tasks takes as long as 70,000 two-week tasks.
  await run(db, 'alter table task drop constraint task_planned_minutes_check', []);
  await run(db, 'update task set planned_minutes = 1411200000 where task_id = any($1)', [ids]);
  const { workload } = await readOverview('?timeZone=UTC');
  assert.equal(workload[0].thisWeek.plannedMinutes, 2_822_400_000);
});
