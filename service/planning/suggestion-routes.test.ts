import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { startService } from '#service/testing/start-service.ts';

const SUGGESTIONS = '/api/v1/suggestions';
const inTwoWeeks = Temporal.Now.plainDateISO('UTC').add({ days: 14 });
/** The Monday of a week that is always in the future. */
const MONDAY = inTwoWeeks.subtract({ days: inTwoWeeks.dayOfWeek - 1 });
const formatTime = (day: number, time = '00:00') => `${MONDAY.add({ days: day })}T${time}:00.000Z`;
const WEEK = { from: MONDAY.toString(), to: MONDAY.add({ days: 4 }).toString() };

const start = async (t: TestContext) => {
  const service = await startService(t);
  const names = ['coordinator', 'erp', 'anna'];
  const [coordinator, erp, anna] = await Promise.all(names.map(service.as));
  const { database, organisation } = service;
  organisation.userIds.cees = await addPerson(database.db, organisation, {
    userName: 'cees',
    role: 'Inspector',
    memberOf: { Inspectors: ['Bridges'] },
  });
  let count = 0;
  const plan = (overrides: Record<string, unknown> = {}) => {
    count += 1;
    return planTask(service, erp!, { externalId: `WO-${count}`, ...overrides });
  };
  const suggest = async (body: object) => {
    const response = await coordinator!.post(SUGGESTIONS, { ...WEEK, ...body });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body as {
      suggestions: { taskId: string; revision: string; candidates: Candidate[] }[];
      unassigned: { id: string; reason: string }[];
    };
  };
  return {
    service,
    coordinator: coordinator!,
    erp: erp!,
    anna: anna!,
    plan,
    suggest,
    ...organisation,
  };
};
type Candidate = {
  assigneeId: number;
  plannedStart: string;
  minutes: number;
  reasons: { kind: string }[];
  score: number;
};

test('suggests three people for a task, each with a time and the reasons', async (t) => {
  const { suggest, plan, userIds, service } = await start(t);
  const id = await plan({ dueDate: formatTime(1, '16:00') });
  const { suggestions, unassigned } = await suggest({ taskIds: [id] });
  assert.deepEqual(unassigned, []);
  const [{ candidates, revision, taskId }] = suggestions as [(typeof suggestions)[number]];
  const [row] = await run<{ revision: string }>(
    service.database.db,
    'select revision::text from task where task_id = $1',
    [id],
  );
  assert.deepEqual([taskId, revision], [id, row!.revision]);
  assert.deepEqual(
    candidates.map(({ assigneeId }) => assigneeId).sort(),
    [userIds.anna, userIds.bram, userIds.cees].sort(),
  );
  const { assigneeId: _, ...best } = candidates[0]!;
  assert.deepEqual(best, {
    plannedStart: formatTime(0, '08:00'),
    minutes: 60,
    reasons: [
      { kind: 'load', plannedMinutes: 60, workingMinutes: 480 },
      { kind: 'onTime', dueDate: formatTime(1, '16:00') },
    ],
    score: best.score,
  });
  assert.ok(best.score > 0 && best.score <= 100);
});

test('suggestions take plans, absences, locations and earlier inspections into account', async (t) => {
  const { suggest, plan, anna, coordinator, service, userIds, itemIds, teamIds, workbookIds } =
    await start(t);
  const { db } = service.database;
  await run(db, 'update item set latitude = 52.37, longitude = 4.9', []);
  await run(db, `update item set latitude = 52.38 where external_id = 'BR-002'`, []);
  const createItemFields = (externalId: string) => ({
    workbookName: 'BridgeInspection',
    itemsToInspect: [externalId],
  });
  const visit = await anna.post('/api/v1/inspections', {
    workbookId: workbookIds.BridgeInspection,
    teamId: teamIds.Bridges,
    items: ['BR-001'],
  });
  const answers = { itemId: itemIds['BR-001'], answers: { Height: 1 } };
  await anna.request('PATCH', `/api/v1/inspections/${visit.body.id}/answers`, answers);
  const completion = await anna.post(`/api/v1/inspections/${visit.body.id}/complete`);
  assert.equal(completion.status, 200, JSON.stringify(completion.body));
  await plan({ ...createItemFields('BR-002'), plannedStart: formatTime(0, '08:00'), plannedMinutes: 90 });
  await coordinator.post(`/api/v1/users/${userIds.bram}/absences`, WEEK);

  const id = await plan({ ...createItemFields('BR-001'), plannedStart: formatTime(3, '08:00') });
  const { suggestions } = await suggest({ taskIds: [id], to: WEEK.from });
  const [first, ...others] = suggestions[0]!.candidates;
  assert.deepEqual(
    others.map(({ assigneeId }) => assigneeId),
    [userIds.cees],
  );
  const { score: _, ...suggestion } = first!;
  assert.deepEqual(suggestion, {
    assigneeId: userIds.anna,
    plannedStart: formatTime(0, '09:30'),
    minutes: 60,
    reasons: [
      { kind: 'distance', metres: 1_112 },
      { kind: 'load', plannedMinutes: 150, workingMinutes: 480 },
      { kind: 'visited', visitCount: 1, lastAt: completion.body.endedAt },
    ],
  });
});

test('spreads tasks over a week for selected people as a single plan, and gives a reason for each omitted task', async (t) => {
  const { suggest, plan, anna, userIds, service } = await start(t);
  const taskIds: string[] = [];
  for (let n = 0; n < 6; n++) taskIds.push(await plan({ plannedMinutes: 240 }));
  const tooLongId = await plan({ plannedMinutes: 600 });
  const otherTeamTask = await plan({ teamName: 'Locks', assignedUserName: 'bram' });
  const startedId = await plan();
  assert.equal((await anna.post(`/api/v1/tasks/${startedId}/start`)).status, 201);
  const people = [userIds.anna, userIds.cees];
  const tasksBefore = await run(service.database.db, 'select xmin::text, * from task order by task_id', []);
  const { suggestions, unassigned } = await suggest({
    taskIds: [...taskIds, tooLongId, otherTeamTask, startedId],
    userIds: people,
    spread: true,
  });
  assert.deepEqual(
    suggestions.map(({ taskId }) => taskId),
    taskIds,
  );
  const plans = suggestions.map(({ candidates: [option] }) => [option!.assigneeId, option!.plannedStart]);
  assert.equal(new Set(plans.map(String)).size, 6, 'no one has two tasks at the same time');
  assert.equal(plans.filter(([assigneeId]) => assigneeId === userIds.anna).length, 3);
  assert.deepEqual(unassigned, [
    { id: tooLongId, reason: 'tooLong' },
    { id: otherTeamTask, reason: 'notFound' },
    { id: startedId, reason: 'notPlannable' },
  ]);
  const tasksAfter = await run(service.database.db, 'select xmin::text, * from task order by task_id', []);
  assert.deepEqual(tasksAfter, tasksBefore, 'nothing is written');
});

test('a suggestion says how late a task will be, and never starts before its start date or now', async (t) => {
  const { suggest, plan } = await start(t);
  const lateId = await plan({ dueDate: formatTime(-3, '12:00') });
  const laterId = await plan({ startDate: formatTime(2, '09:07') });
  const neverId = await plan({ startDate: formatTime(9, '09:00') });
  const { suggestions, unassigned } = await suggest({ taskIds: [lateId, laterId, neverId] });
  const [lateOption, laterOption] = suggestions.map(({ candidates }) => candidates[0]!);
  assert.deepEqual(lateOption!.reasons.at(-1), {
    kind: 'late',
    dueDate: formatTime(-3, '12:00'),
    minutesLate: (2 * 24 + 12 + 9) * 60,
  });
  assert.equal(laterOption!.plannedStart, formatTime(2, '09:10'));
  assert.deepEqual(unassigned, [{ id: neverId, reason: 'startsLater' }]);
  const past = await suggest({ taskIds: [lateId], from: '2020-01-06', to: '2020-01-10' });
  assert.deepEqual(past.unassigned, [{ id: lateId, reason: 'noCapacity' }]);
});

test('a started task blocks its planned time, even if the request includes it', async (t) => {
  const { suggest, plan, anna, userIds } = await start(t);
  const startedId = await plan({ plannedStart: formatTime(0, '08:00') });
  assert.equal((await anna.post(`/api/v1/tasks/${startedId}/start`)).status, 201);
  const id = await plan();
  const { suggestions } = await suggest({ taskIds: [id, startedId], userIds: [userIds.anna], to: WEEK.from });
  assert.equal(suggestions[0]!.candidates[0]!.plannedStart, formatTime(0, '09:00'));
});

test('suggests only people named in the request who are inspectors in the team', async (t) => {
  const { suggest, plan, userIds } = await start(t);
  const id = await plan();
  const repeatedRequest = await suggest({ taskIds: [id, id.toUpperCase()], spread: true });
  assert.deepEqual(
    [repeatedRequest.suggestions.length, repeatedRequest.unassigned],
    [1, []],
    'ids are not case-sensitive',
  );
  const suggestFor = async (people: number[]) => {
    const { suggestions, unassigned } = await suggest({ taskIds: [id], userIds: people });
    return suggestions
      .flatMap(({ candidates }) => candidates.map(({ assigneeId }) => assigneeId))
      .concat(unassigned as never);
  };
  assert.deepEqual(await suggestFor([userIds.bram!]), [userIds.bram]);
  // A viewer, an inactive user, an administrator, a planner whose role does not permit inspections, and an unknown
  // user.
  for (const userId of [userIds.viewer!, userIds.gone!, userIds.admin!, userIds.coordinator!, 2 ** 53 - 1])
    assert.deepEqual(await suggestFor([userId]), [{ id, reason: 'noEligiblePeople' }]);
});

test('rejects an invalid request, naming the field', async (t) => {
  const { coordinator, anna, plan } = await start(t);
  const id = await plan();
  for (const [overrides, field] of [
    [{ taskIds: [] }, 'taskIds'],
    [{ taskIds: [id, id] }, 'taskIds'],
    [{ taskIds: ['WO-1'] }, 'taskIds'],
    [{ taskIds: Array.from({ length: 51 }, () => crypto.randomUUID()) }, 'taskIds'],
    [{ to: MONDAY.subtract({ days: 1 }).toString() }, 'to'],
    [{ to: MONDAY.add({ days: 14 }).toString() }, 'to'],
    [{ from: '2026-02-30' }, 'from'],
    [{ timeZone: 'Mars' }, 'timeZone'],
    [{ userIds: [] }, 'userIds'],
    [{ userIds: [1.5] }, 'userIds'],
    [{ userIds: [2 ** 60] }, 'userIds'],
    [{ spread: 'yes' }, 'spread'],
    [{ teamId: id }, 'teamId'],
  ] as const) {
    const response = await coordinator.post(SUGGESTIONS, { ...WEEK, taskIds: [id], ...overrides });
    assert.equal(response.status, 422, JSON.stringify(overrides));
    assert.match(response.body.errors[0].field, new RegExp(`^${field}`));
  }
  assert.equal((await anna.post(SUGGESTIONS, { ...WEEK, taskIds: [id] })).status, 403);
});

test('a request with a large body occupies only one slot', async (t) => {
  const { coordinator, plan } = await start(t);
  const body = JSON.stringify({ ...WEEK, taskIds: [await plan()] });
  const json = { 'content-type': 'application/json' };
  const response = await coordinator.request('POST', SUGGESTIONS, body.padEnd(70_000), json);
  assert.equal(response.status, 200, JSON.stringify(response.body));
});

test("a user's requests share a single slot, because each is as much work as a request with a large body", async (t) => {
  const { coordinator, plan, service } = await start(t);
  const body = { ...WEEK, taskIds: [await plan()] };
  // One occupies the slot, 20 wait, and one is rejected.
  const sendAll = () => Array.from({ length: 22 }, () => coordinator.post(SUGGESTIONS, body));
  let requests: ReturnType<typeof sendAll> = [];
  const responses = await runWhileLocked(
    service.database.db,
    (trx) => run(trx, 'lock table task in access exclusive mode', []),
    () => {
      requests = sendAll();
      return Promise.all(requests);
    },
    () => Promise.race(requests),
  );
  const statuses = responses.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(21).fill(200), 429]);
});
