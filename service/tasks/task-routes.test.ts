import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const createPlan = ({ externalId, assignedUserName, ...rest } = taskBody()) => rest;

test('a planned task without an assignee is New, with its ID as external ID', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const { status, body } = await coordinator.post('/api/v1/tasks', {
    ...createPlan(),
    customProperties: { Height: 3 },
  });
  assert.equal(status, 201);
  assert.deepEqual(
    [body.state, body.externalId, body.assignee, body.customProperties.Height],
    ['New', body.id, null, 3],
  );
  assert.deepEqual((await coordinator.get(`/api/v1/tasks/${body.id}`)).body, body);
});

test('reusing an Idempotency-Key with different query parameters is a conflict (S48)', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const send = (query: string) =>
    coordinator.post(`/api/v1/tasks${query}`, createPlan(), { 'idempotency-key': 'plan-1' });
  const first = await send('?a=1&b=2');
  assert.equal(first.status, 201);
  assert.deepEqual((await send('?b=2&a=1')).body, first.body, 'the order of parameters does not matter');
  for (const query of ['', '?a=2&b=2', '?a=1&b=2&c=3', '?a=1'])
    assert.deepEqual((await send(query)).status, 409, query);
});

test('creating a task again with the same Idempotency-Key returns the same task', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const send = (title: string) =>
    coordinator.post('/api/v1/tasks', { ...createPlan(), title }, { 'idempotency-key': 'plan-1' });
  const first = await send('Once');
  assert.deepEqual([(await send('Once')).body, first.status], [first.body, 201]);
  assert.equal((await send('Something else')).status, 409);
});

test('a planner can plan tasks only in their own teams; other teams do not exist for them', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const response = await coordinator.post('/api/v1/tasks', { ...createPlan(), teamName: 'Locks' });
  assert.equal(response.status, 422);
  assert.equal(response.body.detail, "There is no team with the name 'Locks'.");
});

test('all errors in a plan are reported in one response', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const response = await coordinator.post('/api/v1/tasks', {
    ...createPlan(),
    title: '',
    dueDate: 'soon',
    colour: 'red',
  });
  assert.deepEqual(response.body.errors.map(({ field }: { field: string }) => field).sort(), [
    'colour',
    'dueDate',
    'title',
  ]);
});

test('a plan that is missing, null or not an object is rejected', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  for (const body of [undefined, 'null', '[]', '5'] as const) {
    const response = await coordinator.post('/api/v1/tasks', body);
    assert.equal(response.status, 422, String(body));
    assert.equal(response.body.errors[0].message, 'The body must be a JSON object.');
  }
});

test('an unknown task ID is not found', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  for (const id of ['WO-1', '00000000-0000-0000-0000-000000000000']) {
    assert.equal((await coordinator.get(`/api/v1/tasks/${id}`)).status, 404);
  }
});

test('custom properties that share a name with a task field or a JavaScript property are rejected', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const customProperties = JSON.parse(
    '{"State":"Closed","externalId":"x","__proto__":1,"constructor":2,"prototype":3,"Colour":"red"}',
  );
  const response = await coordinator.post('/api/v1/tasks', { ...createPlan(), customProperties });
  assert.equal(response.status, 422);
  assert.deepEqual(response.body.errors.map(({ field }: { field: string }) => field).sort(), [
    'State',
    '__proto__',
    'constructor',
    'externalId',
    'prototype',
  ]);
});

test('a planner cannot discover other users in the organisation', async (t) => {
  const service = await startService(t);
  const coordinator = await service.as('coordinator');
  for (const assignedUserName of ['erp', 'nobody', 'admin@example.org']) {
    const response = await coordinator.post('/api/v1/tasks', { ...createPlan(), assignedUserName });
    assert.match(response.body.detail, /^There is no user with the name or email address/);
  }
});
