import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  const createTask = async (overrides: object = {}) => {
    const { status, body } = await planner.post('/api/v1/tasks', { ...taskBody(), ...overrides });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  return { service, planner, createTask, ...service.organisation };
};

const patchTask = (caller: Caller, id: string, body: object, ifMatch = '*') =>
  caller.request('PATCH', `/api/v1/tasks/${id}`, body, { 'if-match': ifMatch });

const listChanges = async (caller: Caller, id: string) => {
  const { body } = await caller.get(`/api/v1/tasks/${id}/history`);
  return body.entries
    .filter(({ kind }: { kind: string }) => kind === 'edited')
    .map(({ details }: { details: { changes: unknown } }) => details.changes);
};

test('an edit changes the given fields, keeps all others, and appears in the history and the feed', async (t) => {
  const { service, planner, createTask } = await start(t);
  const task = await createTask({
    description: 'Look',
    dueDate: '2026-12-01T10:00:00Z',
    customProperties: { Height: 3 },
  });
  const response = await patchTask(
    planner,
    task.id,
    { title: 'Another', plannedStart: '2026-11-30T09:00:00+01:00', plannedMinutes: 45, dueDate: null },
    `"${task.revision}"`,
  );
  assert.equal(response.status, 200, JSON.stringify(response.body));
  const { revision, modifiedAt, ...editedTask } = response.body;
  const { revision: oldRevision, modifiedAt: _, ...rest } = task;
  assert.notEqual(revision, oldRevision);
  assert.equal(response.headers.get('etag'), `"${revision}"`);
  assert.deepEqual(editedTask, {
    ...rest,
    title: 'Another',
    plannedStart: '2026-11-30T08:00:00.000Z',
    plannedMinutes: 45,
    expectedMinutes: 45,
    dueDate: null,
  });
  assert.deepEqual(await listChanges(planner, task.id), [
    [
      { property: 'title', before: 'Inspect the railing', after: 'Another' },
      { property: 'dueDate', before: '2026-12-01T10:00:00.000Z', after: null },
      { property: 'plannedStart', before: null, after: '2026-11-30T08:00:00.000Z' },
      { property: 'plannedMinutes', before: null, after: 45 },
    ],
  ]);
  const feed = await (await service.as('erp')).get('/api/services/custom/externaltask/GetChanges');
  assert.deepEqual(
    feed.body.result.results.map(({ title }: { title: string }) => title),
    ['Another'],
  );
});

test('an edit that changes nothing leaves the task, its history and its revision untouched', async (t) => {
  const { planner, createTask } = await start(t);
  const task = await createTask({ customProperties: { Height: 3 } });
  const response = await patchTask(planner, task.id, {
    title: task.title,
    customProperties: { Height: 3 },
  });
  assert.deepEqual([response.status, response.body], [200, task]);
  assert.deepEqual(await listChanges(planner, task.id), []);
});

test('an edit based on an outdated revision gets a 412, and an edit without If-Match gets a 428', async (t) => {
  const { planner, createTask } = await start(t);
  const task = await createTask();
  assert.equal((await patchTask(planner, task.id, { title: 'First' }, `"${task.revision}"`)).status, 200);
  const lateResponse = await patchTask(planner, task.id, { title: 'Second' }, `"${task.revision}"`);
  assert.equal(lateResponse.status, 412);
  assert.match(lateResponse.body.detail, /'WO-1' has been changed in the meantime/);
  const { status } = await planner.request('PATCH', `/api/v1/tasks/${task.id}`, { title: 'Third' });
  assert.equal(status, 428);
});

test('only one of three concurrent edits based on the same revision succeeds', async (t) => {
  const { planner, createTask } = await start(t);
  const task = await createTask();
  const responses = await Promise.all(
    ['First', 'Second', 'Third'].map((title) => patchTask(planner, task.id, { title }, `"${task.revision}"`)),
  );
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 412, 412]);
});

test('a task with an assignee is Assigned, and one without is New and self-assignable', async (t) => {
  const { planner, createTask, userIds } = await start(t);
  const task = await createTask();
  const unassignedTask = (await patchTask(planner, task.id, { assigneeId: null })).body;
  assert.deepEqual(
    [unassignedTask.state, unassignedTask.isSelfAssignable, unassignedTask.assignee],
    ['New', true, null],
  );
  const assignedTask = (await patchTask(planner, task.id, { assigneeId: userIds.bram })).body;
  assert.deepEqual(
    [assignedTask.state, assignedTask.isSelfAssignable, assignedTask.assignee.userName],
    ['Assigned', false, 'bram'],
  );
});

test('an assignee who cannot do the task is rejected with the reason', async (t) => {
  const { service, planner, createTask, userIds } = await start(t);
  const task = await createTask();
  const cases: [number, RegExp][] = [
    [userIds.viewer!, /'viewer' cannot be assigned tasks in the team 'Bridges'/],
    [userIds.gone!, /'gone' is not active/],
    [userIds.erp!, /no user with the ID/],
    [999_999, /no user with the ID/],
  ];
  for (const [assigneeId, detail] of cases) {
    const { status, body } = await patchTask(planner, task.id, { assigneeId });
    assert.deepEqual([status, body.errors[0].field], [422, 'assigneeId']);
    assert.match(body.detail, detail);
  }
  const { body } = await patchTask(await service.as('admin'), task.id, { assigneeId: userIds.erp });
  assert.match(body.detail, /'erp' does not belong to the team 'Bridges'/);
});

test('a task can be moved to another team only if its assignee can do tasks there', async (t) => {
  const { service, createTask, teamIds, userIds } = await start(t);
  const admin = await service.as('admin');
  const task = await createTask();
  const rejectedResponse = await patchTask(admin, task.id, { teamId: teamIds.Locks });
  assert.deepEqual([rejectedResponse.status, rejectedResponse.body.errors[0].field], [422, 'assigneeId']);
  const moveResponse = await patchTask(admin, task.id, { teamId: teamIds.Locks, assigneeId: userIds.bram });
  assert.deepEqual([moveResponse.status, moveResponse.body.team.title], [200, 'Locks']);
  assert.equal((await (await service.as('coordinator')).get(`/api/v1/tasks/${task.id}`)).status, 404);
  const ownTask = await createTask({ externalId: 'WO-2' });
  const coordinator = await service.as('coordinator');
  const deniedResponse = await patchTask(coordinator, ownTask.id, { teamId: teamIds.Locks });
  assert.deepEqual([deniedResponse.status, deniedResponse.body.errors[0].field], [422, 'teamId']);
});

test('a task keeps its workbook version until an edit sets the team or the workbook', async (t) => {
  const { service, planner, createTask, workbookIds, teamIds } = await start(t);
  const { database, organisation } = service;
  const task = await createTask();
  await run(
    database.db,
    `insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
     select tenant_id, gen_random_uuid(), workbook_id, '2.0.0', 2, title, fields, true
     from workbook_version where tenant_id = $1 and workbook_id = $2`,
    [organisation.tenantId, workbookIds.Railing],
  );
  const patchAndReadVersion = async (body: object) =>
    (await patchTask(planner, task.id, body)).body.workbook.versionCode;
  assert.equal(await patchAndReadVersion({ title: 'Another' }), 1);
  assert.equal(await patchAndReadVersion({ workbookId: workbookIds.Railing }), 2);
  await run(
    database.db,
    'delete from team_workbook where tenant_id = $1 and workbook_id = $2 and team_id = $3',
    [organisation.tenantId, workbookIds.Railing, teamIds.Bridges],
  );
  assert.equal(await patchAndReadVersion({ title: 'Once more' }), 2);
  const rejectedResponse = await patchTask(planner, task.id, { workbookId: workbookIds.Railing });
  assert.deepEqual([rejectedResponse.status, rejectedResponse.body.errors[0].field], [422, 'workbookId']);
});

test('items of the content type that the workbook inspects are accepted and keep their order', async (t) => {
  const { service, planner, createTask, workbookIds, itemIds } = await start(t);
  await addWorkbook(service.database.db, service.organisation, { name: 'Plain' });
  const task = await createTask({ workbookName: 'BridgeInspection', itemsToInspect: ['BR-001'] });
  const [first, second] = [itemIds['BR-001'], itemIds['BR-002']];
  const editedTask = (await patchTask(planner, task.id, { itemIds: [second, first, second] })).body;
  assert.deepEqual(
    editedTask.items.map(({ externalId }: { externalId: string }) => externalId),
    ['BR-002', 'BR-001'],
  );
  const erp = await service.as('erp');
  const content = (await erp.task('get', { externalId: 'WO-1' })) as { itemsToInspect: string[] };
  assert.deepEqual(content.itemsToInspect, ['BR-002', 'BR-001']);
  const unknownItemResponse = await patchTask(planner, task.id, { itemIds: [first, task.id] });
  assert.deepEqual([unknownItemResponse.status, unknownItemResponse.body.errors[0].field], [422, 'itemIds']);
  const workbookResponse = await patchTask(planner, task.id, { workbookId: workbookIds.Plain });
  assert.deepEqual([workbookResponse.status, workbookResponse.body.errors[0].field], [422, 'itemIds']);
  const noItemsResponse = await patchTask(planner, task.id, { workbookId: workbookIds.Plain, itemIds: [] });
  assert.equal(noItemsResponse.status, 200);
  const { items, workbook } = noItemsResponse.body;
  assert.deepEqual([items, workbook.name], [[], 'Plain']);
  await run(
    service.database.db,
    'update item set archived_at = now() where tenant_id = $1 and item_id = $2',
    [service.organisation.tenantId, second],
  );
  const archivedItemResponse = await patchTask(planner, task.id, {
    workbookId: workbookIds.BridgeInspection,
    itemIds: [second],
  });
  assert.equal(archivedItemResponse.status, 422);
});

test('an Active task allows only edits to its plan, and a cancelled task none at all', async (t) => {
  const { service, planner, createTask } = await start(t);
  const task = await createTask();
  await (await service.as('anna')).post(`/api/v1/tasks/${task.id}/start`);
  const planResponse = await patchTask(planner, task.id, {
    title: task.title,
    dueDate: '2030-01-01T00:00:00Z',
    plannedStart: '2029-12-31T08:00:00Z',
    plannedMinutes: 30,
  });
  assert.deepEqual([planResponse.status, planResponse.body.state], [200, 'Active']);
  for (const body of [{ title: 'x' }, { assigneeId: null }, { startDate: '2026-01-01T00:00:00Z' }]) {
    assert.equal((await patchTask(planner, task.id, body)).status, 409, JSON.stringify(body));
  }
  await (await service.as('erp')).task('cancel', { externalTaskIds: ['WO-1'] });
  const { status, body } = await patchTask(planner, task.id, { plannedStart: null });
  assert.equal(status, 409);
  assert.match(body.detail, /is Cancelled/);
});

test('an invalid value is reported with its field, and nothing changes', async (t) => {
  const { planner, createTask } = await start(t);
  const task = await createTask({ startDate: '2026-12-01T00:00:00Z' });
  const cases: [object, string][] = [
    [{}, 'input'],
    [{ titel: 'x' }, 'titel'],
    [{ title: '' }, 'title'],
    [{ title: 'a\u0000' }, 'title'],
    [{ plannedMinutes: 4 }, 'plannedMinutes'],
    [{ plannedMinutes: 20_161 }, 'plannedMinutes'],
    [{ plannedStart: 'tomorrow' }, 'plannedStart'],
    [{ dueDate: '2026-11-30T00:00:00Z' }, 'dueDate'],
    [{ assigneeId: 9e15 }, 'assigneeId'],
    [{ assigneeId: 'anna' }, 'assigneeId'],
    [{ teamId: 'Bridges' }, 'teamId'],
    [{ itemIds: ['BR-001'] }, 'itemIds[0]'],
    [{ customProperties: { State: 'New' } }, 'State'],
  ];
  for (const [body, field] of cases) {
    const response = await patchTask(planner, task.id, body);
    assert.equal(response.status, 422, JSON.stringify(body));
    assert.equal(response.body.errors?.[0].field, field, JSON.stringify(response.body));
  }
  assert.deepEqual((await planner.get(`/api/v1/tasks/${task.id}`)).body, task);
  for (const id of ['WO-1', '00000000-0000-0000-0000-000000000000']) {
    assert.equal((await patchTask(planner, id, { title: 'x' })).status, 404);
  }
});
