import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { PlannedTasks } from '#contract/task-planning.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, draft } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  const make = async (externalId: string, differences: object = {}) => {
    const { status, body } = await planner.post('/api/v1/tasks', {
      ...draft({ externalId }),
      ...differences,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  return { service, planner, make, ...service.organisation };
};

const plan = async (caller: Caller, moves: object[]) => {
  const { status, body } = await caller.post('/api/v1/tasks/plan', { moves });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('moves happen each on its own terms: who was overtaken is told what is there now', async (t) => {
  const { service, planner, make, userIds } = await start(t);
  const [free, taken, active, early] = [await make('A'), await make('B'), await make('C'), await make('D')];
  const foreign = (
    await (
      await service.as('admin')
    ).post('/api/v1/tasks', {
      ...draft({ externalId: 'E', teamName: 'Locks', assignedUserName: 'bram' }),
    })
  ).body;
  await (await service.as('anna')).post(`/api/v1/tasks/${active.id}/start`);
  await (await service.as('erp')).task('put', draft({ externalId: 'B', title: 'Overtaken' }));
  const plannedStart = '2026-11-30T08:00:00.000Z';
  const { tasks, refused } = await plan(planner, [
    { id: free.id, revision: free.revision, assigneeId: userIds.bram, plannedStart, plannedMinutes: 30 },
    { id: taken.id, revision: taken.revision, plannedStart },
    { id: active.id, plannedStart, assigneeId: userIds.anna },
    { id: early.id, startDate: '2026-12-02T00:00:00Z', dueDate: '2026-12-01T00:00:00Z' },
    { id: foreign.id, plannedStart },
  ]);
  assert.deepEqual(
    tasks.map((task: Record<string, unknown>) => [task.externalId, task.state, task.plannedStart]),
    [
      ['A', 'Assigned', plannedStart],
      ['C', 'Active', plannedStart],
    ],
  );
  assert.deepEqual([tasks[0].assignee.userName, tasks[0].expectedMinutes], ['bram', 30]);
  type Refused = Pick<PlannedTasks['refused'][number], 'id' | 'reason' | 'task' | 'changedBy'>;
  assert.deepEqual(
    refused.map(({ id, reason, task, changedBy }: Refused) => [id, reason, task?.title, changedBy?.userName]),
    [
      [taken.id, 'changed', 'Overtaken', 'erp'],
      [early.id, 'dates', 'Inspect the railing', undefined],
      [foreign.id, 'notFound', undefined, undefined],
    ],
  );
  assert.equal((await planner.get(`/api/v1/tasks/${taken.id}`)).body.plannedStart, null);
});

test('who was overtaken is told who was first, whatever it was that they did', async (t) => {
  const { service, planner, make, userIds } = await start(t);
  const { id, revision } = await make('A');
  const whoWasFirst = async () => {
    const { refused } = await plan(planner, [{ id, revision, plannedMinutes: 20 }]);
    return [refused[0].reason, refused[0].changedBy.id, refused[0].changedBy.userName];
  };
  await plan(planner, [{ id, plannedMinutes: 15 }]);
  await plan(await service.as('admin'), [{ id, plannedMinutes: 10 }]);
  assert.deepEqual(await whoWasFirst(), ['changed', userIds.admin, 'admin']);
  await (await service.as('anna')).post(`/api/v1/tasks/${id}/start`);
  assert.deepEqual(await whoWasFirst(), ['changed', userIds.anna, 'anna']);
  await run(service.database.db, 'delete from task_event where tenant_id = $1', [
    service.organisation.tenantId,
  ]);
  const { refused } = await plan(planner, [{ id, revision, plannedMinutes: 20 }]);
  assert.deepEqual([refused[0].reason, refused[0].changedBy], ['changed', null]);
});

test('a task that is over, or is performed by somebody, is not given to somebody else', async (t) => {
  const { service, planner, make, userIds } = await start(t);
  const [active, canceled] = [await make('A'), await make('B')];
  for (const { id } of [active, canceled]) await (await service.as('anna')).post(`/api/v1/tasks/${id}/start`);
  await (await service.as('erp')).task('cancel', { externalTaskIds: ['B'] });
  const { refused } = await plan(planner, [
    { id: active.id, assigneeId: userIds.bram },
    { id: canceled.id, plannedStart: null },
  ]);
  assert.deepEqual(
    refused.map(({ reason, message }: { reason: string; message: string }) => [reason, message]),
    [
      ['state', "The task 'A' is Active; only its plannedStart, plannedMinutes and dueDate can be changed."],
      ['state', "The task 'B' is Canceled; only a task that is New, Assigned or Active can be changed."],
    ],
  );
});

test('an assignee performs in the team of the task, and the team is active', async (t) => {
  const { service, planner, make, userIds } = await start(t);
  const made = await make('A');
  const reasonFor = async (assigneeId: number) =>
    (await plan(planner, [{ id: made.id, assigneeId }])).refused[0]?.reason;
  for (const name of ['viewer', 'gone', 'erp'])
    assert.equal(await reasonFor(userIds[name]!), 'assignee', name);
  assert.equal(await reasonFor(999_999), 'assignee');
  await run(service.database.db, 'update team set is_active = false where tenant_id = $1', [
    service.organisation.tenantId,
  ]);
  assert.equal(await reasonFor(userIds.bram!), 'team');
  assert.equal(await reasonFor(userIds.anna!), undefined);
});

test('each moved task has its row in the history, and one that stays as it is has none', async (t) => {
  const { planner, make, userIds } = await start(t);
  const [moved, same] = [await make('A'), await make('B')];
  await plan(planner, [
    { id: moved.id, assigneeId: null, plannedMinutes: 15 },
    { id: same.id, assigneeId: userIds.anna, plannedStart: null },
  ]);
  const kinds = async (id: string) =>
    (await planner.get(`/api/v1/tasks/${id}/history`)).body.entries.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(await kinds(moved.id), ['created', 'edited']);
  assert.deepEqual(await kinds(same.id), ['created']);
  assert.equal((await planner.get(`/api/v1/tasks/${same.id}`)).body.revision, same.revision);
  const { body } = await planner.get(`/api/v1/tasks/${moved.id}/history`);
  assert.deepEqual(body.entries[1].details.changes, [
    { member: 'assignedUserName', before: 'anna', after: null },
    { member: 'plannedMinutes', before: null, after: 15 },
  ]);
});

test('a request that cannot be read changes nothing', async (t) => {
  const { planner, make } = await start(t);
  const made = await make('A');
  const good = { id: made.id, plannedMinutes: 15 };
  const other = { id: '00000000-0000-0000-0000-000000000000' };
  const faults: [unknown, string][] = [
    [{}, 'moves'],
    [{ moves: [] }, 'moves'],
    [{ moves: Array(501).fill(other) }, 'moves'],
    [{ moves: [good, { ...other, plannedStart: 'soon' }] }, 'moves[1].plannedStart'],
    [{ moves: [good, { ...other, colour: 'red' }] }, 'moves[1].colour'],
    [{ moves: [good, { ...good, id: made.id.toUpperCase() }] }, 'moves[1].id'],
    [{ moves: [good, { id: 'A' }] }, 'moves[1].id'],
    [{ moves: [good, { ...other, plannedMinutes: 1.5 }] }, 'moves[1].plannedMinutes'],
  ];
  for (const [body, field] of faults) {
    const answer = await planner.post('/api/v1/tasks/plan', body);
    assert.equal(answer.status, 422, JSON.stringify(body).slice(0, 200));
    assert.equal(answer.body.errors[0].field, field);
  }
  assert.deepEqual((await planner.get(`/api/v1/tasks/${made.id}`)).body, made);
});

test('plans over the same tasks in any order wait for each other, and all of them happen', async (t) => {
  const { service, planner, make } = await start(t);
  const made = await Promise.all(Array.from({ length: 20 }, (_, number) => make(`T-${number}`)));
  const ids = made.map(({ id }) => id as string);
  const admin = await service.as('admin');
  const answers = await Promise.all(
    [15, 20, 25, 30].map((plannedMinutes, at) =>
      plan(
        at % 2 ? admin : planner,
        (at % 2 ? ids : ids.toReversed()).map((id) => ({ id, plannedMinutes })),
      ),
    ),
  );
  assert.deepEqual(
    answers.map(({ tasks, refused }) => [tasks.length, refused.length]),
    Array(4).fill([20, 0]),
  );
  const { body } = await planner.get('/api/v1/tasks');
  assert.equal(new Set(body.tasks.map((task: { plannedMinutes: number }) => task.plannedMinutes)).size, 1);
});

test('of two moves of one state at once, one happens and the other is told what there is', async (t) => {
  const { planner, make } = await start(t);
  const { id, revision } = await make('A');
  const answers = await Promise.all(
    [15, 20, 25, 30].map((plannedMinutes) => plan(planner, [{ id, revision, plannedMinutes }])),
  );
  const winner = answers.find(({ tasks }) => tasks.length === 1)!.tasks[0];
  const others = answers.filter(({ tasks }) => tasks.length === 0);
  assert.equal(others.length, 3);
  for (const { refused } of others) {
    assert.deepEqual([refused[0].reason, refused[0].task], ['changed', winner]);
  }
});

test('five hundred tasks are planned by one request', async (t) => {
  const { service, planner, make, userIds } = await start(t);
  const made = await make('A');
  await run(
    service.database.db,
    `insert into task (tenant_id, task_id, external_id, title, team_id, workbook_version_id, state, is_self_assignable)
     select tenant_id, gen_random_uuid(), 'T-' || number, title, team_id, workbook_version_id, 0, true
     from task cross join generate_series(1, 500) as number where task_id = $1 and tenant_id = $2`,
    [made.id, service.organisation.tenantId],
  );
  const { body } = await planner.get('/api/v1/tasks?state=New&limit=500');
  const moves = body.tasks.map(({ id, revision }: { id: string; revision: string }, at: number) => ({
    id,
    revision,
    assigneeId: at % 2 ? userIds.anna : userIds.bram,
    plannedStart: '2026-11-30T08:00:00Z',
  }));
  const { tasks, refused } = await plan(planner, moves);
  assert.deepEqual([tasks.length, refused.length], [500, 0]);
  assert.deepEqual(
    tasks.map(({ id }: { id: string }) => id),
    moves.map(({ id }: { id: string }) => id),
  );
});
