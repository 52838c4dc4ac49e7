import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from './client.ts';
import { expectError, expectSuccess } from './expectations.ts';
import { clients, people } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { taskBody } from './task-body.ts';
import {
  completeInspection,
  createActiveTask,
  createAssignedTask,
  createClosedTask,
  readState,
  readTask,
  saveAnswers,
  startTask,
} from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const inspector = await signInWithPassword(people.inspector);
const colleague = await signInWithPassword(people.colleague);
const callers = { integration, inspector };

test('contract, States 2: when the assignee starts a task, the task becomes Active and gets an inspectionId', async () => {
  const task = await createAssignedTask(callers);
  const inspectionId = await startTask(inspector, task);
  const { state, inspectionId: returnedId } = await readTask(integration, task.externalId);
  assert.equal(state, 'Active');
  assert.equal(returnedId, inspectionId);
});

test('contract, States 2: only the assignee can start the task', async () => {
  const { id, externalId } = await createAssignedTask(callers);
  const { status } = await colleague.callV1('POST', `/tasks/${id}/start`);
  assert.ok(status >= 400 && status < 500, String(status));
  assert.equal(await readState(integration, externalId), 'Assigned');
});

test('contract, What the service does: a custom property prefills the workbook field of the same name if the type matches', async () => {
  const { inspectionId } = await createActiveTask(callers, {
    Height: 3.25,
    remark: 'rusty',
    Passed: 'no boolean',
    Other: 1,
  });
  const { body } = await inspector.callV1('GET', `/inspections/${inspectionId}`);
  const answers = body.answers as Row;
  assert.equal(answers.Height, 3.25);
  assert.equal(answers.Remark, 'rusty');
  assert.ok(answers.Passed === undefined || answers.Passed === null);
});

test('T15: completing the inspection closes the task', async () => {
  const task = await createActiveTask(callers);
  await saveAnswers(inspector, task.inspectionId, { Height: 3.2 });
  assert.equal(await readState(integration, task.externalId), 'Active');
  await completeInspection(inspector, task.inspectionId);
  const { state, inspectionId } = await readTask(integration, task.externalId);
  assert.equal(state, 'Closed');
  assert.equal(inspectionId, task.inspectionId);
});

test('T15: an inspection with a missing required answer cannot be completed, and the task stays Active', async () => {
  const { externalId, inspectionId } = await createActiveTask(callers);
  const { status, text } = await inspector.callV1('POST', `/inspections/${inspectionId}/complete`);
  assert.ok(status >= 400 && status < 500, text);
  assert.ok(text.includes('Height'), text);
  assert.equal(await readState(integration, externalId), 'Active');
});

test('T15: a Closed task cannot be cancelled, restarted, deleted or edited', async () => {
  const { externalId } = await createClosedTask(callers);
  const taskBefore = await readTask(integration, externalId);
  expectError(await integration.cancel(externalId));
  expectError(await integration.restart(externalId));
  expectError(await integration.delete(externalId));
  expectError(await integration.edit(taskBody({ externalId })));
  assert.deepEqual(await readTask(integration, externalId), taskBefore);
});

test('T15: when a reviewer returns an inspection, its Closed task becomes Active again, with actualEnd and sentDate null', async () => {
  const { externalId, inspectionId } = await createClosedTask(callers);
  const reviewer = await signInWithPassword(people.coordinator);
  const { status, text } = await reviewer.callV1('POST', `/inspections/${inspectionId}/return`, {
    fields: [{ field: 'Height', comment: 'In metres, please' }],
  });
  assert.ok(status < 300, text);
  const task = await readTask(integration, externalId);
  assert.deepEqual([task.state, task.inspectionId], ['Active', inspectionId]);
  const rows = expectSuccess(await integration.listTasks({ $filter: `ExternalId eq '${externalId}'` }))
    .results as Row[];
  assert.deepEqual(
    rows.map(({ actualEnd, sentDate }) => [actualEnd, sentDate]),
    [[null, null]],
  );
  await completeInspection(inspector, inspectionId);
  assert.equal(await readState(integration, externalId), 'Closed');
});

test('contract, States 2: if a task is started and deleted at the same time, exactly one of the two requests succeeds', async () => {
  const tasks = await Promise.all(Array.from({ length: 5 }, () => createAssignedTask(callers)));
  for (const { id, externalId } of tasks) {
    const [startResponse, deleteResponse] = await Promise.all([
      inspector.callV1('POST', `/tasks/${id}/start`),
      integration.delete(externalId),
    ]);
    assert.notEqual(startResponse.status === 201, deleteResponse.body.success, 'one of the two');
    if (deleteResponse.body.success) expectError(await integration.read(externalId));
    else assert.equal(expectSuccess(await integration.read(externalId)).state, 'Active');
  }
  // Tries to start a deleted task, so that this response occurs in every run.
  const deletedTask = await createAssignedTask(callers);
  expectSuccess(await integration.delete(deletedTask.externalId));
  assert.equal((await inspector.callV1('POST', `/tasks/${deletedTask.id}/start`)).status, 404);
});
