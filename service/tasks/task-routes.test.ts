import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draft } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const plan = ({ externalId, assignedUserName, ...rest } = draft()) => rest;

test('a planned task without user is new, and its external id is its id', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const { status, body } = await coordinator.post('/api/v1/tasks', {
    ...plan(),
    customProperties: { Height: 3 },
  });
  assert.equal(status, 201);
  assert.deepEqual(
    [body.state, body.externalId, body.assignee, body.customProperties.Height],
    ['New', body.id, null, 3],
  );
  assert.deepEqual((await coordinator.get(`/api/v1/tasks/${body.id}`)).body, body);
});

test('an Idempotency-Key that is used again with other parameters is a conflict, and nothing happens (S48)', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const send = (query: string) =>
    coordinator.post(`/api/v1/tasks${query}`, plan(), { 'idempotency-key': 'plan-1' });
  const first = await send('?a=1&b=2');
  assert.equal(first.status, 201);
  assert.deepEqual((await send('?b=2&a=1')).body, first.body, 'the order of parameters means nothing');
  for (const query of ['', '?a=2&b=2', '?a=1&b=2&c=3', '?a=1'])
    assert.deepEqual((await send(query)).status, 409, query);
});

test('a planned task that is sent again with its Idempotency-Key is the same task', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const send = (title: string) =>
    coordinator.post('/api/v1/tasks', { ...plan(), title }, { 'idempotency-key': 'plan-1' });
  const first = await send('Once');
  assert.deepEqual([(await send('Once')).body, first.status], [first.body, 201]);
  assert.equal((await send('Something else')).status, 409);
});

test('a planner plans in the own teams; others do not exist', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const answer = await coordinator.post('/api/v1/tasks', { ...plan(), teamName: 'Locks' });
  assert.equal(answer.status, 422);
  assert.equal(answer.body.detail, "There is no team with the name 'Locks'.");
});

test('everything that is wrong with a plan is told at once', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const answer = await coordinator.post('/api/v1/tasks', {
    ...plan(),
    title: '',
    dueDate: 'soon',
    colour: 'red',
  });
  assert.deepEqual(answer.body.errors.map(({ field }: { field: string }) => field).sort(), [
    'colour',
    'dueDate',
    'title',
  ]);
});

test('a plan that is missing, null or a list is refused', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  for (const body of [undefined, 'null', '[]', '5'] as const) {
    const answer = await coordinator.post('/api/v1/tasks', body);
    assert.equal(answer.status, 422, String(body));
    assert.equal(answer.body.errors[0].message, 'The body must be a JSON object.');
  }
});

test('an id that names no task is not found', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  for (const id of ['WO-1', '00000000-0000-0000-0000-000000000000']) {
    assert.equal((await coordinator.get(`/api/v1/tasks/${id}`)).status, 404);
  }
});

test('a custom property cannot stand for a field of the task, nor reach into JavaScript', async (t) => {
  const coordinator = await (await startService(t)).as('coordinator');
  const customProperties = JSON.parse(
    '{"State":"Closed","externalId":"x","__proto__":1,"constructor":2,"prototype":3,"Colour":"red"}',
  );
  const answer = await coordinator.post('/api/v1/tasks', { ...plan(), customProperties });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.errors.map(({ field }: { field: string }) => field).sort(), [
    'State',
    '__proto__',
    'constructor',
    'externalId',
    'prototype',
  ]);
});

test('a planner is not told who else works in the organisation', async (t) => {
  const service = await startService(t);
  const coordinator = await service.as('coordinator');
  for (const assignedUserName of ['erp', 'nobody', 'admin@example.org']) {
    const answer = await coordinator.post('/api/v1/tasks', { ...plan(), assignedUserName });
    assert.match(answer.body.detail, /^There is no user with the name or e-mail address/);
  }
});
