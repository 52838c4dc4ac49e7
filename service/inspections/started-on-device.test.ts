import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createTask } from '#service/testing/create-task.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { startService } from '#service/testing/start-service.ts';

const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('a task started on a device gets the inspection ID and start time sent by the device', async (t) => {
  const service = await startService(t);
  const anna = await service.as('anna');
  const [taskId, inspectionId, startedAt] = [await createTask(service), randomUUID(), hoursFromNow(-3)];
  const started = await anna.post(`/api/v1/tasks/${taskId}/start`, {
    inspectionId: inspectionId.toUpperCase(),
    startedAt,
  });
  assert.equal(started.status, 201);
  assert.deepEqual([started.body.id, started.body.startedAt], [inspectionId, startedAt]);
  const task = (await anna.get(`/api/v1/tasks/${taskId}`)).body;
  assert.deepEqual([task.inspectionId, task.actualStart], [inspectionId, startedAt]);
});

test('a start time in the future or before the task was created is clamped to the nearest valid time', async (t) => {
  const service = await startService(t);
  const anna = await service.as('anna');
  const startTaskAt = async (startedAt: string) => {
    const taskId = await createTask(service, { externalId: startedAt });
    const { body } = await anna.post(`/api/v1/tasks/${taskId}/start`, { startedAt });
    return {
      startedAt: body.startedAt,
      createdAt: (await anna.get(`/api/v1/tasks/${taskId}`)).body.createdAt,
    };
  };
  const early = await startTaskAt('1970-01-01T00:00:00Z');
  assert.equal(early.startedAt, early.createdAt);
  const ahead = await startTaskAt(hoursFromNow(24));
  assert.ok(Date.parse(ahead.startedAt) <= Date.now() && ahead.startedAt > ahead.createdAt);

  const { teamIds, workbookIds } = service.organisation;
  const old = await anna.post('/api/v1/inspections', {
    workbookId: workbookIds.Railing,
    teamId: teamIds.Bridges,
    startedAt: '1970-01-01T00:00:00Z',
  });
  assert.ok(Math.abs(Date.parse(old.body.startedAt) - (Date.now() - 180 * 24 * HOUR_MS)) < 2 * HOUR_MS);
});

test('the body of a start request is strictly validated, but optional', async (t) => {
  const service = await startService(t);
  const anna = await service.as('anna');
  const path = `/api/v1/tasks/${await createTask(service)}/start`;
  for (const body of [
    { inspectionId: 'mine' },
    { inspectionId: null },
    { startedAt: 'yesterday' },
    { startedAt: '2026-02-30T08:00:00Z' },
    { hasStarted: true },
    [],
    'null',
  ]) {
    assert.equal((await anna.post(path, body)).status, 422, JSON.stringify(body));
  }
  assert.equal((await anna.post(path, undefined, { 'content-type': 'application/json' })).status, 201);
});

test("when two of a user's devices start a task concurrently, both get the same inspection", async (t) => {
  const service = await startService(t);
  const anna = await service.as('anna');
  const taskId = await createTask(service);
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const started = await Promise.all(
    ids.map((inspectionId) => anna.post(`/api/v1/tasks/${taskId}/start`, { inspectionId })),
  );
  assert.deepEqual(
    started.map(({ status }) => status),
    [201, 201, 201],
  );
  const [first] = started.map(({ body }) => body.id);
  assert.ok(ids.includes(first));
  assert.ok(started.every(({ body }) => body.id === first));
  const { body: list } = await anna.get(`/api/v1/inspections?taskId=${taskId}`);
  assert.equal(list.inspections.length, 1);
});

test('a start that had to wait for a cancellation is rejected, and repeating an earlier start returns its inspection', async (t) => {
  const service = await startService(t);
  const [anna, erp] = [await service.as('anna'), await service.as('erp')];
  const taskId = await createTask(service);
  const path = `/api/v1/tasks/${taskId}/start`;
  const first = { inspectionId: randomUUID() };
  assert.equal((await anna.post(path, first)).status, 201);
  const late = await runWhileLocked(
    service.database.db,
    (trx) => run(trx, 'update task set state = 4 where tenant_id = $1', [service.organisation.tenantId]),
    () => anna.post(path, { inspectionId: randomUUID() }),
  );
  assert.equal(late.status, 409);
  const again = await anna.post(path, first);
  assert.deepEqual([again.status, again.body.id, again.body.state], [201, first.inspectionId, 'Canceled']);
  await erp.task('restart', { externalTaskIds: ['WO-1'] });
  assert.equal((await anna.post(path, first)).body.state, 'Canceled');
  const next = await anna.post(path, { inspectionId: randomUUID() });
  assert.deepEqual([next.status, next.body.state], [201, 'Active']);
});

test("another inspection's ID is rejected, even if another user started it or it is being started concurrently", async (t) => {
  const service = await startService(t);
  const [anna, bram] = [await service.as('anna'), await service.as('bram')];
  const taskIds = await Promise.all(
    ['A', 'B', 'C', 'D'].map((externalId) => createTask(service, { externalId })),
  );
  const inspectionId = randomUUID();
  const started = await Promise.all(
    taskIds.map((id) => anna.post(`/api/v1/tasks/${id}/start`, { inspectionId })),
  );
  assert.deepEqual(started.map(({ status }) => status).sort(), [201, 409, 409, 409]);
  const rejected = started.find(({ status }) => status === 409);
  assert.match(rejected!.body.detail, /Another inspection already has the ID .*Use a new UUID/);

  const bramsTaskId = await createTask(service, { externalId: 'E', assignedUserName: 'bram' });
  assert.equal((await bram.post(`/api/v1/tasks/${bramsTaskId}/start`, { inspectionId })).status, 409);
  const elsewhere = await service.asOtherTenant('anna');
  assert.equal((await elsewhere.post(`/api/v1/tasks/${taskIds[1]}/start`, { inspectionId })).status, 404);
});

test('an inspection without a task is started only once, even if a device sends it twice', async (t) => {
  const service = await startService(t);
  const { teamIds, workbookIds } = service.organisation;
  const [anna, bram] = [await service.as('anna'), await service.as('bram')];
  const body = {
    workbookId: workbookIds.Railing,
    teamId: teamIds.Bridges,
    inspectionId: randomUUID(),
    startedAt: hoursFromNow(-2),
  };
  const started = await Promise.all([1, 2, 3].map(() => anna.post('/api/v1/inspections', body)));
  assert.deepEqual(
    started.map(({ status, body: { id, startedAt } }) => [status, id, startedAt]),
    [1, 2, 3].map(() => [201, body.inspectionId, body.startedAt]),
  );
  assert.equal((await bram.post('/api/v1/inspections', body)).status, 409);
  const other = { ...body, workbookId: workbookIds.BridgeInspection };
  assert.equal((await anna.post('/api/v1/inspections', other)).status, 409);
});

test('an inspection ends at the time sent by the device, but not before its start or in the future', async (t) => {
  const service = await startService(t);
  const anna = await service.as('anna');
  const completeAt = async (externalId: string, completedAt: string) => {
    const taskId = await createTask(service, { externalId });
    const started = await anna.post(`/api/v1/tasks/${taskId}/start`, { startedAt: hoursFromNow(-3) });
    const path = `/api/v1/inspections/${started.body.id}`;
    await anna.request('PATCH', `${path}/answers`, { answers: { Height: 3 } });
    const { status, body } = await anna.post(`${path}/complete`, { completedAt });
    assert.equal(status, 200);
    assert.equal((await anna.get(`/api/v1/tasks/${taskId}`)).body.actualEnd, body.endedAt);
    return body;
  };
  const done = hoursFromNow(-1);
  assert.equal((await completeAt('A', done)).endedAt, done);
  const before = await completeAt('B', hoursFromNow(-4));
  assert.equal(before.endedAt, before.startedAt);
  assert.ok(Date.parse((await completeAt('C', hoursFromNow(4))).endedAt) <= Date.now());
});
