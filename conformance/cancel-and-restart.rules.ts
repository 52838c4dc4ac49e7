import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectError, expectSuccess } from './expectations.ts';
import { clients, people } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { taskBody } from './task-body.ts';
import {
  createActiveTask,
  createAssignedTask,
  createCanceledTask,
  createClosedTask,
  readState,
  readTask,
  saveAnswers,
  startTask,
  type TaskIds,
} from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const inspector = await signInWithPassword(people.inspector);
const callers = { integration, inspector };

const expectNoChange = async (createTask: () => Promise<TaskIds>, action: 'cancel' | 'restart') => {
  const { externalId } = await createTask();
  const taskBefore = await readTask(integration, externalId);
  const { details, message } = expectError(await integration[action](externalId));
  assert.ok(`${message}${details}`.includes(externalId));
  assert.deepEqual(await readTask(integration, externalId), taskBefore);
};

test('contract, Cancel tasks; contract, States 3; T10; T14: cancelling an Active task makes it Canceled and returns a null result', async () => {
  const { externalId } = await createActiveTask(callers);
  assert.equal(expectSuccess(await integration.cancel(externalId)), null);
  assert.equal(await readState(integration, externalId), 'Canceled');
});

test('T10: a task that is Assigned, Canceled or Closed cannot be cancelled, and the attempt changes nothing', async () => {
  for (const createTask of [createAssignedTask, createCanceledTask, createClosedTask])
    await expectNoChange(() => createTask(callers), 'cancel');
});

test('T10: the inspection of a cancelled task is not deleted and can still be read', async () => {
  const { externalId, inspectionId } = await createActiveTask(callers);
  await saveAnswers(inspector, inspectionId, { Remark: 'so far' });
  expectSuccess(await integration.cancel(externalId));
  assert.equal((await readTask(integration, externalId)).inspectionId, inspectionId);
  const { status, text, body } = await inspector.callV1('GET', `/inspections/${inspectionId}`);
  assert.equal(status, 200, text);
  assert.equal((body.answers as Record<string, unknown>).Remark, 'so far');
});

test('T10: answers that arrive after a task has been cancelled are stored, but do not reopen the task', async () => {
  const { externalId, inspectionId } = await createCanceledTask(callers);
  const { status, text } = await inspector.callV1('PATCH', `/inspections/${inspectionId}/answers`, {
    answers: { Remark: 'came late' },
  });
  assert.equal(status, 200, text);
  const { text: inspection } = await inspector.callV1('GET', `/inspections/${inspectionId}`);
  assert.ok(inspection.includes('came late'));
  assert.equal(await readState(integration, externalId), 'Canceled');
});

test('contract, Restart tasks; contract, States 4; T11; T14: restarting a Canceled task makes it Assigned again and returns a null result', async () => {
  const { externalId } = await createCanceledTask(callers);
  assert.equal(expectSuccess(await integration.restart(externalId)), null);
  assert.equal(await readState(integration, externalId), 'Assigned');
});

test('contract, States rule 1; contract, Errors 5; T11: a task that is not Canceled cannot be restarted, and the attempt changes nothing', async () => {
  for (const createTask of [createAssignedTask, createActiveTask, createClosedTask])
    await expectNoChange(() => createTask(callers), 'restart');
});

test('T11: a restarted task has no inspectionId until it is started again, which creates a new inspection', async () => {
  const task = await createCanceledTask(callers);
  expectSuccess(await integration.restart(task.externalId));
  assert.ok(!('inspectionId' in (await readTask(integration, task.externalId))));
  const inspectionId = await startTask(inspector, task);
  assert.notEqual(inspectionId, task.inspectionId);
  assert.equal((await readTask(integration, task.externalId)).inspectionId, inspectionId);
});

test('T11: after a task has been restarted, its earlier inspection can still be read', async () => {
  const { externalId, inspectionId } = await createActiveTask(callers);
  await saveAnswers(inspector, inspectionId, { Remark: 'the first time' });
  expectSuccess(await integration.cancel(externalId));
  expectSuccess(await integration.restart(externalId));
  const { status, text } = await inspector.callV1('GET', `/inspections/${inspectionId}`);
  assert.equal(status, 200, text);
  assert.ok(text.includes('the first time'));
});

test('T11: a restarted task keeps the values it was created with', async () => {
  const input = taskBody({ description: 'Mind the gap', Serial: '0012' });
  const { externalId } = await createCanceledTask(callers, input);
  expectSuccess(await integration.restart(externalId));
  assert.deepEqual(await readTask(integration, externalId), { ...input, state: 'Assigned' });
});

test('T10; T11: if a task is cancelled and restarted at the same time, the outcome matches one of the two possible orders', async () => {
  const { externalId } = await createActiveTask(callers);
  const [cancelResponse, restartResponse] = await Promise.all([
    integration.cancel(externalId),
    integration.restart(externalId),
  ]);
  expectSuccess(cancelResponse);
  assert.equal(
    await readState(integration, externalId),
    restartResponse.body.success ? 'Assigned' : 'Canceled',
  );
});
