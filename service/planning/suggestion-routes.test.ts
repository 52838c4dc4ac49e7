import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

const SUGGESTIONS = '/api/v1/suggestions';
/** Monday to Friday of a week that is still to come, however late this is run. */
const monday = Temporal.Now.plainDateISO('UTC').add({ days: 14 });
const MONDAY = monday.subtract({ days: monday.dayOfWeek - 1 });
const on = (day: number, time = '00:00') => `${MONDAY.add({ days: day })}T${time}:00.000Z`;
const WEEK = { from: MONDAY.toString(), to: MONDAY.add({ days: 4 }).toString() };

const start = async (t: TestContext) => {
  const service = await startService(t);
  const names = ['coordinator', 'erp', 'anna'];
  const [coordinator, erp, anna] = await Promise.all(names.map(service.as));
  let made = 0;
  const plan = (differences: Record<string, unknown> = {}) => {
    made += 1;
    return planTask(service, erp!, { externalId: `WO-${made}`, ...differences });
  };
  const suggest = async (body: object) => {
    const answer = await coordinator!.post(SUGGESTIONS, { ...WEEK, ...body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body as {
      suggestions: { taskId: string; revision: string; candidates: Candidate[] }[];
      unplaced: { id: string; why: string }[];
    };
  };
  return {
    service,
    coordinator: coordinator!,
    erp: erp!,
    anna: anna!,
    plan,
    suggest,
    ...service.organisation,
  };
};
type Candidate = {
  assigneeId: number;
  plannedStart: string;
  minutes: number;
  reasons: { kind: string }[];
  score: number;
};

test('for a task three people are suggested, each with a time and what speaks for them', async (t) => {
  const { suggest, plan, userIds, service } = await start(t);
  const [id] = [await plan({ dueDate: on(1, '16:00') })];
  const { suggestions, unplaced } = await suggest({ taskIds: [id] });
  assert.deepEqual(unplaced, []);
  const [{ candidates, revision, taskId }] = suggestions as [(typeof suggestions)[number]];
  const [row] = await run<{ revision: string }>(
    service.database.db,
    'select xmin::text as revision from task where task_id = $1',
    [id],
  );
  assert.deepEqual([taskId, revision], [id, row!.revision]);
  assert.deepEqual(
    candidates.map(({ assigneeId }) => assigneeId).sort(),
    [userIds.anna, userIds.bram, userIds.coordinator].sort(),
  );
  const { assigneeId: _, ...best } = candidates[0]!;
  assert.deepEqual(best, {
    plannedStart: on(0, '08:00'),
    minutes: 60,
    reasons: [
      { kind: 'load', plannedMinutes: 60, workingMinutes: 480 },
      { kind: 'dueInTime', dueDate: on(1, '16:00') },
    ],
    score: best.score,
  });
  assert.ok(best.score > 0 && best.score <= 100);
});

test('what is planned, who is away, where they are and where they have been counts', async (t) => {
  const { suggest, plan, anna, coordinator, service, userIds, itemIds, teamIds, workbookIds } =
    await start(t);
  const { db } = service.database;
  await run(db, 'update item set latitude = 52.37, longitude = 4.9', []);
  await run(db, `update item set latitude = 52.38 where external_id = 'BR-002'`, []);
  const item = (externalId: string) => ({ workbookName: 'BridgeInspection', itemsToInspect: [externalId] });
  const visit = await anna.post('/api/v1/inspections', {
    workbookId: workbookIds.BridgeInspection,
    teamId: teamIds.Bridges,
    items: ['BR-001'],
  });
  const answers = { itemId: itemIds['BR-001'], answers: { Height: 1 } };
  await anna.request('PATCH', `/api/v1/inspections/${visit.body.id}/answers`, answers);
  const done = await anna.post(`/api/v1/inspections/${visit.body.id}/complete`);
  assert.equal(done.status, 200, JSON.stringify(done.body));
  await plan({ ...item('BR-002'), plannedStart: on(0, '08:00'), plannedMinutes: 90 });
  await coordinator.post(`/api/v1/users/${userIds.bram}/absences`, WEEK);

  const id = await plan({ ...item('BR-001'), plannedStart: on(3, '08:00') });
  const { suggestions } = await suggest({ taskIds: [id], to: WEEK.from });
  const [first, ...others] = suggestions[0]!.candidates;
  assert.deepEqual(
    others.map(({ assigneeId }) => assigneeId),
    [userIds.coordinator],
  );
  const { score: _, ...told } = first!;
  assert.deepEqual(told, {
    assigneeId: userIds.anna,
    plannedStart: on(0, '09:30'),
    minutes: 60,
    reasons: [
      { kind: 'distance', metres: 1_112 },
      { kind: 'load', plannedMinutes: 150, workingMinutes: 480 },
      { kind: 'visited', times: 1, lastAt: done.body.endedAt },
    ],
  });
});

test('tasks are spread over the week of certain people as one plan, which says what finds no place', async (t) => {
  const { suggest, plan, anna, userIds, service } = await start(t);
  const taskIds: string[] = [];
  for (let n = 0; n < 6; n++) taskIds.push(await plan({ plannedMinutes: 240 }));
  const tooLong = await plan({ plannedMinutes: 600 });
  const elsewhere = await plan({ teamName: 'Locks', assignedUserName: 'bram' });
  const started = await plan();
  assert.equal((await anna.post(`/api/v1/tasks/${started}/start`)).status, 201);
  const peopleIds = [userIds.anna, userIds.coordinator];
  const before = await run(service.database.db, 'select xmin::text, * from task order by task_id', []);
  const { suggestions, unplaced } = await suggest({
    taskIds: [...taskIds, tooLong, elsewhere, started],
    peopleIds,
    spread: true,
  });
  assert.deepEqual(
    suggestions.map(({ taskId }) => taskId),
    taskIds,
  );
  const places = suggestions.map(({ candidates: [way] }) => [way!.assigneeId, way!.plannedStart]);
  assert.equal(new Set(places.map(String)).size, 6, 'nobody does two at once');
  assert.equal(places.filter(([assigneeId]) => assigneeId === userIds.anna).length, 3);
  assert.deepEqual(unplaced, [
    { id: tooLong, why: 'tooLong' },
    { id: elsewhere, why: 'unknown' },
    { id: started, why: 'notPlannable' },
  ]);
  const after = await run(service.database.db, 'select xmin::text, * from task order by task_id', []);
  assert.deepEqual(after, before, 'nothing is written');
});

test('who is late is told by how much, and a task does not start before it may, nor before now', async (t) => {
  const { suggest, plan } = await start(t);
  const late = await plan({ dueDate: on(-3, '12:00') });
  const later = await plan({ startDate: on(2, '09:07') });
  const never = await plan({ startDate: on(9, '09:00') });
  const { suggestions, unplaced } = await suggest({ taskIds: [late, later, never] });
  const [ofLate, ofLater] = suggestions.map(({ candidates }) => candidates[0]!);
  assert.deepEqual(ofLate!.reasons.at(-1), {
    kind: 'late',
    dueDate: on(-3, '12:00'),
    minutesLate: (2 * 24 + 12 + 9) * 60,
  });
  assert.equal(ofLater!.plannedStart, on(2, '09:10'));
  assert.deepEqual(unplaced, [{ id: never, why: 'startsLater' }]);
  const past = await suggest({ taskIds: [late], from: '2020-01-06', to: '2020-01-10' });
  assert.deepEqual(past.unplaced, [{ id: late, why: 'full' }]);
});

test('what somebody has begun takes its time, also when it is named', async (t) => {
  const { suggest, plan, anna, userIds } = await start(t);
  const begun = await plan({ plannedStart: on(0, '08:00') });
  assert.equal((await anna.post(`/api/v1/tasks/${begun}/start`)).status, 201);
  const id = await plan();
  const { suggestions } = await suggest({ taskIds: [id, begun], peopleIds: [userIds.anna], to: WEEK.from });
  assert.equal(suggestions[0]!.candidates[0]!.plannedStart, on(0, '09:00'));
});

test('nobody else than those who are asked for, and nobody of other teams, is suggested', async (t) => {
  const { suggest, plan, userIds } = await start(t);
  const id = await plan();
  const twice = await suggest({ taskIds: [id, id.toUpperCase()], spread: true });
  assert.deepEqual(
    [twice.suggestions.length, twice.unplaced],
    [1, []],
    'in whatever letter case it is named',
  );
  const of = async (peopleIds: number[]) => {
    const { suggestions, unplaced } = await suggest({ taskIds: [id], peopleIds });
    return suggestions
      .flatMap(({ candidates }) => candidates.map(({ assigneeId }) => assigneeId))
      .concat(unplaced as never);
  };
  assert.deepEqual(await of([userIds.bram!]), [userIds.bram]);
  // One who views, one who is not active, an administrator, and nobody at all.
  for (const peopleId of [userIds.viewer!, userIds.gone!, userIds.admin!, 2 ** 53 - 1])
    assert.deepEqual(await of([peopleId]), [{ id, why: 'nobody' }]);
});

test('what cannot be asked is refused by the name of what does not fit', async (t) => {
  const { coordinator, anna, plan } = await start(t);
  const id = await plan();
  for (const [differences, field] of [
    [{ taskIds: [] }, 'taskIds'],
    [{ taskIds: [id, id] }, 'taskIds'],
    [{ taskIds: ['WO-1'] }, 'taskIds'],
    [{ taskIds: Array.from({ length: 51 }, () => crypto.randomUUID()) }, 'taskIds'],
    [{ to: MONDAY.subtract({ days: 1 }).toString() }, 'to'],
    [{ to: MONDAY.add({ days: 14 }).toString() }, 'to'],
    [{ from: '2026-02-30' }, 'from'],
    [{ timeZone: 'Mars' }, 'timeZone'],
    [{ peopleIds: [] }, 'peopleIds'],
    [{ peopleIds: [1.5] }, 'peopleIds'],
    [{ peopleIds: [2 ** 60] }, 'peopleIds'],
    [{ spread: 'yes' }, 'spread'],
    [{ teamId: id }, 'teamId'],
  ] as const) {
    const answer = await coordinator.post(SUGGESTIONS, { ...WEEK, taskIds: [id], ...differences });
    assert.equal(answer.status, 422, JSON.stringify(differences));
    assert.match(answer.body.errors[0].field, new RegExp(`^${field}`));
  }
  assert.equal((await anna.post(SUGGESTIONS, { ...WEEK, taskIds: [id] })).status, 403);
});
