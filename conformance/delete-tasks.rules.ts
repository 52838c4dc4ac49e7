import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TASKS } from './caller.ts';
import { changeOf, changesSince, latestToken } from './change-reader.ts';
import { bytesOf } from './client.ts';
import { clients, people } from './organisation.ts';
import { sendRaw } from './raw-request.ts';
import { asClient, asPerson } from './sign-in.ts';
import { taskDraft } from './task-draft.ts';
import { activeTask, canceledTask, closedTask, readTask, stateOf } from './task-life.ts';
import { invalid, refused, refusedFor, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const inspector = await asPerson(people.inspector);
const hands = { integration, inspector };

const created = async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  return draft.externalId;
};

const isGone = async (externalId: string) => refusedFor(await integration.read(externalId), externalId);

test('contract, Delete tasks; T12; T14: tasks are deleted by externalTaskIds, with result null', async () => {
  const ids = [await created(), await created()];
  assert.equal(succeeded(await integration.delete(...ids)), null);
  for (const id of ids) await isGone(id);
});

test('T12: the ids may be given as externalIds, or under both names together', async () => {
  const [first, second, third] = [await created(), await created(), await created()];
  const remove = (body: unknown) => integration.call('DELETE', `${TASKS}/delete`, { body });
  succeeded(await remove({ externalIds: [first] }));
  succeeded(await remove({ externalTaskIds: [second], externalIds: [third, second] }));
  for (const id of [first, second, third]) await isGone(id);
});

test('T12: a DELETE body without content type is read', async () => {
  const id = await created();
  const body = bytesOf(JSON.stringify({ externalTaskIds: [id] }));
  succeeded(await integration.call('DELETE', `${TASKS}/delete`, { body }));
  await isGone(id);
});

test('T12: a DELETE body that comes in chunks, without length and content type, is read', async () => {
  const id = await created();
  const { status } = await sendRaw('DELETE', `${TASKS}/delete`, {
    token: integration.token,
    headers: { 'transfer-encoding': 'chunked' },
    pieces: ['{"externalTaskIds"', `:["${id}"`, ']}'],
  });
  assert.equal(status, 200);
  await isGone(id);
});

test('contract, Delete tasks: without any id nothing is deleted', async () => {
  const remove = (body: unknown) => integration.call('DELETE', `${TASKS}/delete`, { body });
  invalid(await remove({}), 'externalTaskIds');
  invalid(await remove({ externalTaskIds: [] }), 'externalTaskIds');
  invalid(await remove({ externalIds: [] }), 'externalIds');
});

test('contract, States 5; contract, GetChanges 3: a deleted task comes in the change feed with isDeleted true', async () => {
  const before = await latestToken(integration);
  const id = await created();
  succeeded(await integration.delete(id));
  const row = changeOf((await changesSince(integration, before)).rows, id);
  assert.equal(row.isDeleted, true);
});

test('contract, States 2; contract, States rule 2; T12: a started task cannot be deleted', async () => {
  const { externalId } = await activeTask(hands);
  refused(await integration.delete(externalId));
  assert.equal(await stateOf(integration, externalId), 'Active');
});

test('contract, States 3; T12; T15: a canceled or closed task cannot be deleted', async () => {
  for (const reach of [canceledTask, closedTask]) {
    const { externalId } = await reach(hands);
    const before = await readTask(integration, externalId);
    refused(await integration.delete(externalId));
    assert.deepEqual(await readTask(integration, externalId), before);
  }
});

test('contract, States 4: after a restart the task can be deleted again', async () => {
  const { externalId } = await canceledTask(hands);
  succeeded(await integration.restart(externalId));
  succeeded(await integration.delete(externalId));
  await isGone(externalId);
});
