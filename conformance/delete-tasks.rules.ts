import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TASKS } from './caller.ts';
import { findNewestChange, readChangesSince, readLatestToken } from './change-reader.ts';
import { encodeText } from './client.ts';
import { expectError, expectErrorNaming, expectSuccess, expectValidationErrors } from './expectations.ts';
import { clients, people } from './organisation.ts';
import { sendRaw } from './raw-request.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { taskBody } from './task-body.ts';
import {
  createActiveTask,
  createCanceledTask,
  createClosedTask,
  readState,
  readTask,
} from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const inspector = await signInWithPassword(people.inspector);
const callers = { integration, inspector };

const createTask = async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  return input.externalId;
};

const expectDeleted = async (externalId: string) =>
  expectErrorNaming(await integration.read(externalId), externalId);

test('contract, Delete tasks; T12; T14: the tasks listed in externalTaskIds are deleted, and the result is null', async () => {
  const ids = [await createTask(), await createTask()];
  assert.equal(expectSuccess(await integration.delete(...ids)), null);
  for (const id of ids) await expectDeleted(id);
});

test('T12: the IDs can also be sent as externalIds, or under both names in the same request', async () => {
  const [first, second, third] = [await createTask(), await createTask(), await createTask()];
  const sendDelete = (body: unknown) => integration.call('DELETE', `${TASKS}/delete`, { body });
  expectSuccess(await sendDelete({ externalIds: [first] }));
  expectSuccess(await sendDelete({ externalTaskIds: [second], externalIds: [third, second] }));
  for (const id of [first, second, third]) await expectDeleted(id);
});

test('T12: a DELETE request with a body but no Content-Type is accepted', async () => {
  const id = await createTask();
  const body = encodeText(JSON.stringify({ externalTaskIds: [id] }));
  expectSuccess(await integration.call('DELETE', `${TASKS}/delete`, { body }));
  await expectDeleted(id);
});

test('T12: a DELETE request with a chunked body, but no Content-Length or Content-Type, is accepted', async () => {
  const id = await createTask();
  const { status } = await sendRaw('DELETE', `${TASKS}/delete`, {
    token: integration.token,
    headers: { 'transfer-encoding': 'chunked' },
    chunks: ['{"externalTaskIds"', `:["${id}"`, ']}'],
  });
  assert.equal(status, 200);
  await expectDeleted(id);
});

test('contract, Delete tasks: a request without IDs returns a validation error', async () => {
  const sendDelete = (body: unknown) => integration.call('DELETE', `${TASKS}/delete`, { body });
  expectValidationErrors(await sendDelete({}), 'externalTaskIds');
  expectValidationErrors(await sendDelete({ externalTaskIds: [] }), 'externalTaskIds');
  expectValidationErrors(await sendDelete({ externalIds: [] }), 'externalIds');
});

test('contract, States 5; contract, GetChanges 3: a deleted task appears in the change feed with isDeleted true', async () => {
  const tokenBefore = await readLatestToken(integration);
  const id = await createTask();
  expectSuccess(await integration.delete(id));
  const row = findNewestChange((await readChangesSince(integration, tokenBefore)).rows, id);
  assert.equal(row.isDeleted, true);
});

test('contract, States 2; contract, States rule 2; T12: a started task cannot be deleted', async () => {
  const { externalId } = await createActiveTask(callers);
  expectError(await integration.delete(externalId));
  assert.equal(await readState(integration, externalId), 'Active');
});

test('contract, States 3; T12; T15: a Canceled or Closed task cannot be deleted', async () => {
  for (const createTask of [createCanceledTask, createClosedTask]) {
    const { externalId } = await createTask(callers);
    const taskBefore = await readTask(integration, externalId);
    expectError(await integration.delete(externalId));
    assert.deepEqual(await readTask(integration, externalId), taskBefore);
  }
});

test('contract, States 4: a restarted task can be deleted', async () => {
  const { externalId } = await createCanceledTask(callers);
  expectSuccess(await integration.restart(externalId));
  expectSuccess(await integration.delete(externalId));
  await expectDeleted(externalId);
});
