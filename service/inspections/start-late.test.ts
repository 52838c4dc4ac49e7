import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Caller } from '#service/testing/caller.ts';
import { createTask } from '#service/testing/create-task.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const TASK_IDS = { externalTaskIds: ['WO-1'] };
const formatAnHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
const sendLate = (caller: Caller, taskId: string, inspectionId: string = randomUUID()) =>
  caller.post(`/api/v1/tasks/${taskId}/late-inspections`, { inspectionId, startedAt: formatAnHourAgo() });
const assignTo = async (service: TestService, taskId: string, userName: string | null) => {
  const assigneeId = userName === null ? null : service.organisation.userIds[userName];
  const edited = await (await service.as('coordinator')).request(
    'PATCH',
    `/api/v1/tasks/${taskId}`,
    { assigneeId },
    { 'if-match': '*' },
  );
  assert.equal(edited.status, 200, JSON.stringify(edited.body));
};

test('answers given on a device after the task was cancelled form a late result that reviewers can see', async (t) => {
  const service = await startService(t);
  const [anna, erp, coordinator] = [
    await service.as('anna'),
    await service.as('erp'),
    await service.as('coordinator'),
  ];
  const taskId = await createTask(service, { customProperties: { Remark: 'known' } });
  const first = (await anna.post(`/api/v1/tasks/${taskId}/start`)).body;
  await erp.task('cancel', TASK_IDS);
  const before = (await coordinator.get(`/api/v1/tasks/${taskId}`)).body;

  const late = await sendLate(anna, taskId);
  assert.equal(late.status, 201, JSON.stringify(late.body));
  const { id } = late.body;
  assert.notEqual(id, first.id);
  assert.deepEqual(
    [late.body.state, late.body.answers, late.body.lateFromRevision, typeof late.body.canceledAt],
    ['Canceled', { Remark: 'known' }, null, 'string'],
  );
  const answered = await anna.request('PATCH', `/api/v1/inspections/${id}/answers`, {
    answers: { Height: 3.2 },
    device: 'phone',
  });
  assert.deepEqual([answered.status, answered.body.revision], [200, 2]);

  const inspection = (await coordinator.get(`/api/v1/inspections/${id}`)).body;
  assert.deepEqual([inspection.lateFromRevision, inspection.answers], [2, { Remark: 'known', Height: 3.2 }]);
  const { revisions } = (await coordinator.get(`/api/v1/inspections/${id}/revisions`)).body;
  assert.deepEqual(
    revisions.map(({ isLate }: { isLate: boolean }) => isLate),
    [false, true],
  );
  const { body: list } = await coordinator.get(`/api/v1/inspections?taskId=${taskId}&state=Canceled`);
  assert.deepEqual(list.inspections.map((listed: { id: string }) => listed.id).sort(), [first.id, id].sort());
  const { entries } = (await coordinator.get(`/api/v1/tasks/${taskId}/history`)).body;
  assert.deepEqual(
    entries
      .filter(({ inspectionId }: { inspectionId: string }) => inspectionId === id)
      .map(({ kind, details }: { kind: string; details: { isLate: boolean } }) => [kind, details.isLate]),
    [
      ['started', true],
      ['answered', true],
    ],
  );
  assert.match(entries.at(-2).summary, /^anna started an inspection on a device when/);
  const after = (await coordinator.get(`/api/v1/tasks/${taskId}`)).body;
  assert.deepEqual(after, before);
});

test('a late inspection cannot be completed, returned or approved', async (t) => {
  const service = await startService(t);
  const [anna, erp, coordinator] = [
    await service.as('anna'),
    await service.as('erp'),
    await service.as('coordinator'),
  ];
  const taskId = await createTask(service);
  await anna.post(`/api/v1/tasks/${taskId}/start`);
  await erp.task('cancel', TASK_IDS);
  const path = `/api/v1/inspections/${(await sendLate(anna, taskId)).body.id}`;
  await anna.request('PATCH', `${path}/answers`, { answers: { Height: 3 } });
  const completed = await anna.post(`${path}/complete`);
  assert.deepEqual([completed.status, /late result/.test(completed.body.detail)], [409, true]);
  for (const action of ['return', 'approve']) {
    const rejected = await coordinator.post(`${path}/${action}`, action === 'return' ? {} : undefined);
    assert.equal(rejected.status, 409);
    assert.match(rejected.body.detail, /Only a completed inspection .* this one is Cancelled/);
  }
});

test("repeating a late start returns the same inspection, whatever the task's state", async (t) => {
  const service = await startService(t);
  const [anna, erp] = [await service.as('anna'), await service.as('erp')];
  const taskId = await createTask(service);
  await anna.post(`/api/v1/tasks/${taskId}/start`);
  await erp.task('cancel', TASK_IDS);
  const id = randomUUID();
  const responses = await Promise.all([1, 2, 3].map(() => sendLate(anna, taskId, id)));
  assert.deepEqual(
    responses.map(({ status, body }) => [status, body.id]),
    [1, 2, 3].map(() => [201, id]),
  );
  await erp.task('restart', TASK_IDS);
  assert.equal((await sendLate(anna, taskId, id)).status, 201);
  const { entries } = (await erp.get(`/api/v1/tasks/${taskId}/history`)).body;
  assert.equal(entries.filter(({ kind }: { kind: string }) => kind === 'started').length, 2);
  assert.equal((await sendLate(await service.as('bram'), taskId, id)).status, 409);
});

test('a user can send a late inspection for a task that was reassigned, closed or deleted', async (t) => {
  const service = await startService(t);
  const [anna, bram, erp] = [await service.as('anna'), await service.as('bram'), await service.as('erp')];
  const taskId = await createTask(service);
  await assignTo(service, taskId, 'bram');
  assert.equal((await sendLate(anna, taskId)).status, 201);
  const { id } = (await bram.post(`/api/v1/tasks/${taskId}/start`)).body;
  await bram.request('PATCH', `/api/v1/inspections/${id}/answers`, { answers: { Height: 3 } });
  assert.equal((await bram.post(`/api/v1/inspections/${id}/complete`)).status, 200);
  assert.equal((await sendLate(anna, taskId)).body.state, 'Canceled');
  assert.equal((await bram.get(`/api/v1/inspections/${id}`)).body.state, 'Closed');

  const deletedTaskId = await createTask(service, { externalId: 'WO-2' });
  await erp.task('delete', { externalTaskIds: ['WO-2'] });
  const late = await sendLate(anna, deletedTaskId);
  assert.deepEqual([late.status, late.body.state], [201, 'Canceled']);
});

test('a user who has left the team can send a late inspection for a task that was ever assigned to them', async (t) => {
  const service = await startService(t);
  const { tenantId, userIds } = service.organisation;
  const taskId = await createTask(service);
  await assignTo(service, taskId, 'bram');
  await run(service.database.db, 'delete from group_member where tenant_id = $1 and user_id = $2', [
    tenantId,
    userIds.anna,
  ]);
  assert.equal((await sendLate(await service.as('anna'), taskId)).status, 201);
});

test('a late inspection is rejected if its user can start the task because it is assigned to them or their team', async (t) => {
  const service = await startService(t);
  const [anna, bram] = [await service.as('anna'), await service.as('bram')];
  const taskId = await createTask(service);
  const assertRejected = async (caller: Caller, id: string) => {
    const rejected = await sendLate(caller, id);
    assert.equal(rejected.status, 409);
    assert.match(rejected.body.detail, /You can start the task 'WO-\d'/);
  };
  await assertRejected(anna, taskId);
  await anna.post(`/api/v1/tasks/${taskId}/start`);
  await assertRejected(anna, taskId);
  await assertRejected(bram, await createTask(service, { externalId: 'WO-2', assignedUserName: null }));
});

test('a late inspection is rejected if its user could never have started the task', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const taskId = await createTask(service);
  assert.equal((await sendLate(await service.as('viewer'), taskId)).status, 403);
  assert.equal((await sendLate(await service.asOtherTenant('anna'), taskId)).status, 404);
  assert.equal((await sendLate(await service.as('anna'), randomUUID())).status, 404);
  assert.equal((await sendLate(await service.as('anna'), 'WO-1')).status, 404);
  // bram is an inspector in both teams; after this, he is only a member of Locks.
  await run(database.db, 'delete from group_member where tenant_id = $1 and user_id = $2 and team_id = $3', [
    organisation.tenantId,
    organisation.userIds.bram,
    organisation.teamIds.Bridges,
  ]);
  assert.equal((await sendLate(await service.as('bram'), taskId)).status, 404);
  assert.equal((await sendLate(await service.as('admin'), taskId)).status, 403);
});
