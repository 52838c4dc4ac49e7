import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const { externalId: _, assignedUserName: __, ...newTask } = taskBody();

test('planning a task returns the task with its URL and ETag', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const createResponse = await coordinator.post('/api/v1/tasks', {
    ...newTask,
    plannedStart: '2026-11-30T09:00:00+01:00',
    plannedMinutes: 45,
    customProperties: { Height: 3 },
  });
  assert.equal(createResponse.status, 201);
  const { id, revision } = createResponse.body;
  assert.equal(createResponse.headers.get('location'), `/api/v1/tasks/${id}`);
  const readResponse = await coordinator.get(`/api/v1/tasks/${id}`);
  assert.deepEqual(readResponse.body, createResponse.body);
  assert.equal(readResponse.headers.get('etag'), `"${revision}"`);
  const {
    state,
    isSelfAssignable,
    assignee,
    plannedStart,
    plannedMinutes,
    expectedMinutes,
    customProperties,
  } = readResponse.body;
  assert.deepEqual(
    { state, isSelfAssignable, assignee, plannedStart, plannedMinutes, expectedMinutes, customProperties },
    {
      state: 'New',
      isSelfAssignable: true,
      assignee: null,
      plannedStart: '2026-11-30T08:00:00.000Z',
      plannedMinutes: 45,
      expectedMinutes: 45,
      customProperties: { Height: 3 },
    },
  );
});

test("a task view contains the names of the objects it refers to and its items' locations", async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  await run(
    database.db,
    `update item set latitude = 52.37, longitude = 4.9 where tenant_id = $1 and external_id = 'BR-002'`,
    [organisation.tenantId],
  );
  await run(
    database.db,
    `update workbook set expected_minutes = 90 where tenant_id = $1 and name = 'BridgeInspection'`,
    [organisation.tenantId],
  );
  const coordinator = await service.as('coordinator');
  const { body } = await coordinator.post('/api/v1/tasks', {
    ...newTask,
    workbookName: 'BridgeInspection',
    assignedUserName: 'anna',
    itemsToInspect: ['BR-001', 'BR-002'],
    dueDate: '2020-01-01T00:00:00Z',
  });
  const { teamIds, workbookIds, versionIds, itemIds, userIds } = organisation;
  const location = { latitude: 52.37, longitude: 4.9 };
  const { contentTypeId, ...workbook } = body.workbook;
  assert.match(contentTypeId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(workbook, {
    id: workbookIds.BridgeInspection,
    versionId: versionIds.BridgeInspection,
    name: 'BridgeInspection',
    title: 'Bridge inspection',
    versionCode: 1,
  });
  assert.deepEqual(body.team, { id: teamIds.Bridges, title: 'Bridges' });
  assert.deepEqual(body.assignee, { id: userIds.anna, userName: 'anna', name: 'anna', surname: '' });
  assert.deepEqual(body.items, [
    { id: itemIds['BR-001'], externalId: 'BR-001', title: 'Bridge BR-001', location: null },
    { id: itemIds['BR-002'], externalId: 'BR-002', title: 'Bridge BR-002', location },
  ]);
  assert.deepEqual(
    [body.itemCount, body.location, body.expectedMinutes, body.isLate],
    [2, location, 90, true],
  );
});

test('a view of a task with a thousand items contains the first twenty and the total', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  await run(
    database.db,
    `insert into item (tenant_id, item_id, content_type_id, external_id, title, latitude, longitude)
     select tenant_id, gen_random_uuid(), content_type_id, 'I-' || number, 'Item', number / 100.0, 5
     from content_type cross join generate_series(1, 1000) as number where tenant_id = $1`,
    [organisation.tenantId],
  );
  const { body } = await (await service.as('coordinator')).post('/api/v1/tasks', {
    ...newTask,
    workbookName: 'BridgeInspection',
    itemsToInspect: Array.from({ length: 1000 }, (_, index) => `I-${1000 - index}`),
  });
  assert.deepEqual([body.items.length, body.itemCount], [20, 1000]);
  assert.deepEqual([body.items[19].externalId, body.location.latitude], ['I-981', 10]);
});

test("a task's revision changes only when the task changes", async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const { body } = await erp.post('/api/v1/tasks', taskBody());
  const readRevision = async () => (await erp.get(`/api/v1/tasks/${body.id}`)).body.revision;
  assert.equal(await readRevision(), body.revision);
  await erp.task('put', taskBody({ title: 'Another' }));
  const secondRevision = await readRevision();
  await (await service.as('anna')).post(`/api/v1/tasks/${body.id}/start`);
  const thirdRevision = await readRevision();
  assert.equal(new Set([body.revision, secondRevision, thirdRevision]).size, 3);
});

test('an edit through the task interface preserves the plan, and a restart clears the planned start', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const initialPlan = { plannedStart: '2026-11-30T08:00:00.000Z', plannedMinutes: 30 };
  const { body } = await erp.post('/api/v1/tasks', { ...taskBody(), ...initialPlan });
  const readPlan = async () => {
    const { plannedStart, plannedMinutes } = (await erp.get(`/api/v1/tasks/${body.id}`)).body;
    return { plannedStart, plannedMinutes };
  };
  await erp.task('put', taskBody({ title: 'Another' }));
  assert.deepEqual(await readPlan(), initialPlan);
  await (await service.as('anna')).post(`/api/v1/tasks/${body.id}/start`);
  await erp.task('cancel', { externalTaskIds: ['WO-1'] });
  assert.deepEqual(await readPlan(), initialPlan);
  await erp.task('restart', { externalTaskIds: ['WO-1'] });
  assert.deepEqual(await readPlan(), { plannedStart: null, plannedMinutes: 30 });
});

test('the task interface treats plannedStart and plannedMinutes as custom properties', async (t) => {
  const erp = await (await startService(t)).as('erp');
  await erp.task('post', taskBody({ plannedStart: 'soon', plannedMinutes: 'few' }));
  const task = (await erp.task('get', { externalId: 'WO-1' })) as Record<string, unknown>;
  assert.deepEqual([task.plannedStart, task.plannedMinutes], ['soon', 'few']);
});
