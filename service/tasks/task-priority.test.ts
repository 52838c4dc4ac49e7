import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const planner = await service.as('admin');
  const createTask = async (externalId: string, priority?: string) => {
    const { status, body } = await planner.post('/api/v1/tasks', {
      ...taskBody({ externalId }),
      ...(priority !== undefined && { priority }),
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body as { id: string; revision: string; priority: string };
  };
  return { service, planner, createTask };
};

const listExternalIds = async (caller: Caller, query: string): Promise<string> => {
  const { status, body } = await caller.get(`/api/v1/tasks?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.tasks.map(({ externalId }: { externalId: string }) => externalId).join();
};

test('a planner can filter and sort tasks by priority, which defaults to normal', async (t) => {
  const { planner, createTask } = await start(t);
  await createTask('A', 'urgent');
  const { priority } = await createTask('B');
  await createTask('C', 'low');
  await createTask('D', 'high');

  assert.equal(priority, 'normal');
  assert.equal(await listExternalIds(planner, 'sort=-priority'), 'A,D,B,C');
  assert.equal(await listExternalIds(planner, 'sort=priority&limit=2'), 'C,B');
  assert.equal(await listExternalIds(planner, 'priority=high,urgent&sort=externalId'), 'A,D');
});

test('the history shows who changed the priority', async (t) => {
  const { planner, createTask } = await start(t);
  const { id, revision } = await createTask('A');
  const editResponse = await planner.request(
    'PATCH',
    `/api/v1/tasks/${id}`,
    { priority: 'high' },
    { 'if-match': `"${revision}"` },
  );
  assert.equal(editResponse.body.priority, 'high');

  const { body } = await planner.get(`/api/v1/tasks/${id}/history`);
  const { summary, details } = body.entries.at(-1);
  assert.match(summary, /changed the priority\.$/);
  assert.deepEqual(details.changes, [{ property: 'priority', before: 'normal', after: 'high' }]);
});

test('in requests and in files, an unknown priority is rejected with a list of the options', async (t) => {
  const { planner } = await start(t);
  const createResponse = await planner.post('/api/v1/tasks', { ...taskBody(), priority: 'asap' });
  assert.equal(createResponse.status, 422);
  assert.equal(createResponse.body.errors[0].field, 'priority');
  assert.match(createResponse.body.errors[0].message, /low, normal, high/);

  const file =
    'externalId,title,teamName,workbookName,priority\nE,Look,Bridges,Railing,asap\nF,Look,Bridges,Railing,\n';
  const { body } = await planner.request('POST', '/api/v1/tasks/import', file, {
    'content-type': 'text/csv',
  });
  assert.deepEqual(body.rows[0].errors, [
    { column: 'priority', value: 'asap', message: 'The priority must be one of low, normal, high, urgent.' },
  ]);
  assert.deepEqual(body.rows[1].errors, []);
});

test('exporting and importing tasks preserves their priority', async (t) => {
  const { planner, createTask } = await start(t);
  await createTask('A', 'urgent');
  const { body: csv } = await planner.request('GET', '/api/v1/tasks.csv');
  const importResponse = await planner.request('POST', '/api/v1/tasks/import', csv, {
    'content-type': 'text/csv',
  });
  assert.match(csv, /,urgent,/);
  assert.equal(importResponse.body.unchanged, 1);
});
