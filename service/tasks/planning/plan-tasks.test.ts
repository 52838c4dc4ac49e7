import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { PlannedTasks } from '#contract/task-planning.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  const createTask = async (externalId: string, overrides: object = {}) => {
    const { status, body } = await planner.post('/api/v1/tasks', {
      ...taskBody({ externalId }),
      ...overrides,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  return { service, planner, createTask, ...service.organisation };
};

const planTasks = async (caller: Caller, moves: object[]) => {
  const { status, body } = await caller.post('/api/v1/tasks/plan', { moves });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('each move is applied on its own, and a move based on an outdated revision returns the current task', async (t) => {
  const { service, planner, createTask, userIds } = await start(t);
  const [freeTask, editedTask, activeTask, misdatedTask] = [
    await createTask('A'),
    await createTask('B'),
    await createTask('C'),
    await createTask('D'),
  ];
  const otherTeamTask = (
    await (
      await service.as('admin')
    ).post('/api/v1/tasks', {
      ...taskBody({ externalId: 'E', teamName: 'Locks', assignedUserName: 'bram' }),
    })
  ).body;
  await (await service.as('anna')).post(`/api/v1/tasks/${activeTask.id}/start`);
  await (await service.as('erp')).task('put', taskBody({ externalId: 'B', title: 'Edited by the ERP' }));
  const plannedStart = '2026-11-30T08:00:00.000Z';
  const { tasks, rejected } = await planTasks(planner, [
    {
      id: freeTask.id,
      revision: freeTask.revision,
      assigneeId: userIds.bram,
      plannedStart,
      plannedMinutes: 30,
    },
    { id: editedTask.id, revision: editedTask.revision, plannedStart },
    { id: activeTask.id, plannedStart, assigneeId: userIds.anna },
    { id: misdatedTask.id, startDate: '2026-12-02T00:00:00Z', dueDate: '2026-12-01T00:00:00Z' },
    { id: otherTeamTask.id, plannedStart },
  ]);
  assert.deepEqual(
    tasks.map((task: Record<string, unknown>) => [task.externalId, task.state, task.plannedStart]),
    [
      ['A', 'Assigned', plannedStart],
      ['C', 'Active', plannedStart],
    ],
  );
  assert.deepEqual([tasks[0].assignee.userName, tasks[0].expectedMinutes], ['bram', 30]);
  type RejectedMove = Pick<PlannedTasks['rejected'][number], 'id' | 'reason' | 'task' | 'changedBy'>;
  assert.deepEqual(
    rejected.map(({ id, reason, task, changedBy }: RejectedMove) => [
      id,
      reason,
      task?.title,
      changedBy?.userName,
    ]),
    [
      [editedTask.id, 'changed', 'Edited by the ERP', 'erp'],
      [misdatedTask.id, 'dates', 'Inspect the railing', undefined],
      [otherTeamTask.id, 'notFound', undefined, undefined],
    ],
  );
  assert.equal((await planner.get(`/api/v1/tasks/${editedTask.id}`)).body.plannedStart, null);
});

test('a move based on an outdated revision is rejected, naming the user who changed the task', async (t) => {
  const { service, planner, createTask, userIds } = await start(t);
  const { id, revision } = await createTask('A');
  const readLastEditor = async () => {
    const { rejected } = await planTasks(planner, [{ id, revision, plannedMinutes: 20 }]);
    return [rejected[0].reason, rejected[0].changedBy.id, rejected[0].changedBy.userName];
  };
  await planTasks(planner, [{ id, plannedMinutes: 15 }]);
  await planTasks(await service.as('admin'), [{ id, plannedMinutes: 10 }]);
  assert.deepEqual(await readLastEditor(), ['changed', userIds.admin, 'admin']);
  await (await service.as('anna')).post(`/api/v1/tasks/${id}/start`);
  assert.deepEqual(await readLastEditor(), ['changed', userIds.anna, 'anna']);
  await run(service.database.db, 'delete from task_event where tenant_id = $1', [
    service.organisation.tenantId,
  ]);
  const { rejected } = await planTasks(planner, [{ id, revision, plannedMinutes: 20 }]);
  assert.deepEqual([rejected[0].reason, rejected[0].changedBy], ['changed', null]);
});

test('an Active or cancelled task cannot be assigned to another user', async (t) => {
  const { service, planner, createTask, userIds } = await start(t);
  const [activeTask, cancelledTask] = [await createTask('A'), await createTask('B')];
  for (const { id } of [activeTask, cancelledTask])
    await (await service.as('anna')).post(`/api/v1/tasks/${id}/start`);
  await (await service.as('erp')).task('cancel', { externalTaskIds: ['B'] });
  const { rejected } = await planTasks(planner, [
    { id: activeTask.id, assigneeId: userIds.bram },
    { id: cancelledTask.id, plannedStart: null },
  ]);
  assert.deepEqual(
    rejected.map(({ reason, message }: { reason: string; message: string }) => [reason, message]),
    [
      [
        'state',
        "The task 'A' is Active; only its plannedStart, plannedMinutes, dueDate and priority can be changed.",
      ],
      ['state', "The task 'B' is Cancelled; only a task that is New, Assigned or Active can be changed."],
    ],
  );
});

test('an assignee who cannot be assigned tasks is rejected, and so is any assignee if the team is inactive', async (t) => {
  const { service, planner, createTask, userIds } = await start(t);
  const task = await createTask('A');
  const planAndReadReason = async (assigneeId: number) =>
    (await planTasks(planner, [{ id: task.id, assigneeId }])).rejected[0]?.reason;
  for (const name of ['viewer', 'gone', 'erp'])
    assert.equal(await planAndReadReason(userIds[name]!), 'assignee', name);
  assert.equal(await planAndReadReason(999_999), 'assignee');
  await run(service.database.db, 'update team set is_active = false where tenant_id = $1', [
    service.organisation.tenantId,
  ]);
  assert.equal(await planAndReadReason(userIds.bram!), 'team');
  assert.equal(await planAndReadReason(userIds.anna!), undefined);
});

test('planning adds a history event to changed tasks, but not to unchanged ones', async (t) => {
  const { planner, createTask, userIds } = await start(t);
  const [movedTask, unchangedTask] = [await createTask('A'), await createTask('B')];
  await planTasks(planner, [
    { id: movedTask.id, assigneeId: null, plannedMinutes: 15 },
    { id: unchangedTask.id, assigneeId: userIds.anna, plannedStart: null },
  ]);
  const readKinds = async (id: string) =>
    (await planner.get(`/api/v1/tasks/${id}/history`)).body.entries.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(await readKinds(movedTask.id), ['created', 'edited']);
  assert.deepEqual(await readKinds(unchangedTask.id), ['created']);
  const { body: currentTask } = await planner.get(`/api/v1/tasks/${unchangedTask.id}`);
  assert.equal(currentTask.revision, unchangedTask.revision);
  const { body } = await planner.get(`/api/v1/tasks/${movedTask.id}/history`);
  assert.deepEqual(body.entries[1].details.changes, [
    { property: 'assignedUserName', before: 'anna', after: null },
    { property: 'plannedMinutes', before: null, after: 15 },
  ]);
});

test('a malformed request changes nothing', async (t) => {
  const { planner, createTask } = await start(t);
  const task = await createTask('A');
  const validMove = { id: task.id, plannedMinutes: 15 };
  const otherMove = { id: '00000000-0000-0000-0000-000000000000' };
  const cases: [unknown, string][] = [
    [{}, 'moves'],
    [{ moves: [] }, 'moves'],
    [{ moves: Array(501).fill(otherMove) }, 'moves'],
    [{ moves: [validMove, { ...otherMove, plannedStart: 'soon' }] }, 'moves[1].plannedStart'],
    [{ moves: [validMove, { ...otherMove, colour: 'red' }] }, 'moves[1].colour'],
    [{ moves: [validMove, { ...validMove, id: task.id.toUpperCase() }] }, 'moves[1].id'],
    [{ moves: [validMove, { id: 'A' }] }, 'moves[1].id'],
    [{ moves: [validMove, { ...otherMove, plannedMinutes: 1.5 }] }, 'moves[1].plannedMinutes'],
  ];
  for (const [body, field] of cases) {
    const response = await planner.post('/api/v1/tasks/plan', body);
    assert.equal(response.status, 422, JSON.stringify(body).slice(0, 200));
    assert.equal(response.body.errors[0].field, field);
  }
  assert.deepEqual((await planner.get(`/api/v1/tasks/${task.id}`)).body, task);
});

test('concurrent plans for the same tasks in different orders are serialised, and all succeed', async (t) => {
  const { service, planner, createTask } = await start(t);
  const tasks = await Promise.all(Array.from({ length: 20 }, (_, number) => createTask(`T-${number}`)));
  const ids = tasks.map(({ id }) => id as string);
  const admin = await service.as('admin');
  const responses = await Promise.all(
    [15, 20, 25, 30].map((plannedMinutes, index) =>
      planTasks(
        index % 2 ? admin : planner,
        (index % 2 ? ids : ids.toReversed()).map((id) => ({ id, plannedMinutes })),
      ),
    ),
  );
  assert.deepEqual(
    responses.map(({ tasks, rejected }) => [tasks.length, rejected.length]),
    Array(4).fill([20, 0]),
  );
  const { body } = await planner.get('/api/v1/tasks');
  assert.equal(new Set(body.tasks.map((task: { plannedMinutes: number }) => task.plannedMinutes)).size, 1);
});

test('only one of several concurrent moves based on the same revision succeeds, and the others return the new task', async (t) => {
  const { planner, createTask } = await start(t);
  const { id, revision } = await createTask('A');
  const responses = await Promise.all(
    [15, 20, 25, 30].map((plannedMinutes) => planTasks(planner, [{ id, revision, plannedMinutes }])),
  );
  const plannedTask = responses.find(({ tasks }) => tasks.length === 1)!.tasks[0];
  const rejections = responses.filter(({ tasks }) => tasks.length === 0);
  assert.equal(rejections.length, 3);
  for (const { rejected } of rejections) {
    assert.deepEqual([rejected[0].reason, rejected[0].task], ['changed', plannedTask]);
  }
});

test('a single request can plan five hundred tasks', async (t) => {
  const { service, planner, createTask, userIds } = await start(t);
  const task = await createTask('A');
  await run(
    service.database.db,
    `insert into task (tenant_id, task_id, external_id, title, team_id, workbook_version_id, state, is_self_assignable)
     select tenant_id, gen_random_uuid(), 'T-' || number, title, team_id, workbook_version_id, 0, true
     from task cross join generate_series(1, 500) as number where task_id = $1 and tenant_id = $2`,
    [task.id, service.organisation.tenantId],
  );
  const { body } = await planner.get('/api/v1/tasks?state=New&limit=500');
  const moves = body.tasks.map(({ id, revision }: { id: string; revision: string }, index: number) => ({
    id,
    revision,
    assigneeId: index % 2 ? userIds.anna : userIds.bram,
    plannedStart: '2026-11-30T08:00:00Z',
  }));
  const { tasks, rejected } = await planTasks(planner, moves);
  assert.deepEqual([tasks.length, rejected.length], [500, 0]);
  assert.deepEqual(
    tasks.map(({ id }: { id: string }) => id),
    moves.map(({ id }: { id: string }) => id),
  );
});
