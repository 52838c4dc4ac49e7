import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  const createTask = async (externalId: string, shouldStart = false): Promise<string> => {
    const { body } = await planner.post('/api/v1/tasks', taskBody({ externalId }));
    if (shouldStart) await (await service.as('anna')).post(`/api/v1/tasks/${body.id}/start`);
    return body.id;
  };
  const readState = async (id: string) => (await planner.get(`/api/v1/tasks/${id}`)).body.state;
  return { service, planner, createTask, readState };
};

test('a planner can cancel, restart and delete tasks by ID', async (t) => {
  const { planner, createTask, readState } = await start(t);
  const ids = [await createTask('A', true), await createTask('B', true)];
  const path = `/api/v1/tasks/${ids[0]}`;
  await planner.request('PATCH', path, { plannedStart: '2026-11-30T08:00:00Z' }, { 'if-match': '*' });
  assert.equal((await planner.post('/api/v1/tasks/cancel', { ids: [...ids, ids[0]] })).status, 204);
  assert.deepEqual(await Promise.all(ids.map(readState)), ['Canceled', 'Canceled']);
  assert.equal((await planner.post('/api/v1/tasks/restart', { ids })).status, 204);
  const { body } = await planner.get(path);
  assert.deepEqual([body.state, body.inspectionId, body.plannedStart], ['Assigned', null, null]);
  const upperCaseIds = ids.map((id) => id.toUpperCase());
  assert.equal((await planner.post('/api/v1/tasks/delete', { ids: upperCaseIds })).status, 204);
  assert.equal((await planner.get(path)).status, 404);
});

test('if one task is rejected, no tasks change, and the error lists the position of each rejected task', async (t) => {
  const { service, planner, createTask, readState } = await start(t);
  const [activeId, assignedId] = [await createTask('A', true), await createTask('B')];
  const unknownId = '00000000-0000-0000-0000-000000000000';
  const { body: otherTeamTask } = await (await service.as('admin')).post(
    '/api/v1/tasks',
    taskBody({ externalId: 'C', teamName: 'Locks', assignedUserName: 'bram' }),
  );
  const response = await planner.post('/api/v1/tasks/cancel', {
    ids: [activeId, assignedId, unknownId, otherTeamTask.id],
  });
  assert.equal(response.status, 409);
  assert.deepEqual(response.body.errors, [
    { field: 'ids[1]', message: "The task 'B' is Assigned; only a task that is Active can be cancelled." },
    { field: 'ids[2]', message: `There is no task with the ID '${unknownId}'.` },
    { field: 'ids[3]', message: `There is no task with the ID '${otherTeamTask.id}'.` },
  ]);
  assert.equal(await readState(activeId), 'Active');
});

test('a restart is rejected if the assignee can no longer be assigned tasks in the team', async (t) => {
  const { service, planner, createTask } = await start(t);
  const id = await createTask('A', true);
  await planner.post('/api/v1/tasks/cancel', { ids: [id] });
  const { teamIds, userIds } = service.organisation;
  await (await service.as('admin')).request(
    'DELETE',
    `/api/v1/teams/${teamIds.Bridges}/groups/Inspectors/members/${userIds.anna}`,
  );
  const response = await planner.post('/api/v1/tasks/restart', { ids: [id] });
  assert.deepEqual([response.status, response.body.errors[0].field], [409, 'ids[0]']);
  assert.match(response.body.detail, /The task 'A' cannot be restarted: The user 'anna'/);
});

test('a request retried with its Idempotency-Key runs once, and a request with no IDs or too many is rejected', async (t) => {
  const { planner, createTask } = await start(t);
  const id = await createTask('A', true);
  const send = () => planner.post('/api/v1/tasks/cancel', { ids: [id] }, { 'idempotency-key': 'cancel-1' });
  assert.deepEqual([(await send()).status, (await send()).status], [204, 204]);
  for (const ids of [[], Array(10_001).fill(id), ['A'], 'A', undefined]) {
    assert.equal((await planner.post('/api/v1/tasks/delete', { ids })).status, 422);
  }
});
