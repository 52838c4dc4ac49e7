import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clients, people } from './organisation.ts';
import { asClient, asPerson } from './sign-in.ts';
import { taskDraft } from './task-draft.ts';
import {
  activeTask,
  answer,
  assignedTask,
  canceledTask,
  closedTask,
  type KnownTask,
  readTask,
  start,
  stateOf,
} from './task-life.ts';
import { refused, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const inspector = await asPerson(people.inspector);
const hands = { integration, inspector };

const changesNothing = async (reach: () => Promise<KnownTask>, act: 'cancel' | 'restart') => {
  const { externalId } = await reach();
  const before = await readTask(integration, externalId);
  const { details, message } = refused(await integration[act](externalId));
  assert.ok(`${message}${details}`.includes(externalId));
  assert.deepEqual(await readTask(integration, externalId), before);
};

test('contract, Cancel tasks; contract, States 3; T10; T14: an Active task is canceled, with result null', async () => {
  const { externalId } = await activeTask(hands);
  assert.equal(succeeded(await integration.cancel(externalId)), null);
  assert.equal(await stateOf(integration, externalId), 'Canceled');
});

test('T10: a task that is Assigned, Canceled or Closed cannot be canceled, and nothing changes', async () => {
  for (const reach of [assignedTask, canceledTask, closedTask])
    await changesNothing(() => reach(hands), 'cancel');
});

test('T10: the inspection of a canceled task is kept, and stays readable', async () => {
  const { externalId, inspectionId } = await activeTask(hands);
  await answer(inspector, inspectionId, { Remark: 'so far' });
  succeeded(await integration.cancel(externalId));
  assert.equal((await readTask(integration, externalId)).inspectionId, inspectionId);
  const { status, text, body } = await inspector.v1('GET', `/inspections/${inspectionId}`);
  assert.equal(status, 200, text);
  assert.equal((body.answers as Record<string, unknown>).Remark, 'so far');
});

test("T10: the device's later answers to a canceled task are kept and do not open it again", async () => {
  const { externalId, inspectionId } = await canceledTask(hands);
  const { status, text } = await inspector.v1('PATCH', `/inspections/${inspectionId}/answers`, {
    answers: { Remark: 'came late' },
  });
  assert.equal(status, 200, text);
  const { text: inspection } = await inspector.v1('GET', `/inspections/${inspectionId}`);
  assert.ok(inspection.includes('came late'));
  assert.equal(await stateOf(integration, externalId), 'Canceled');
});

test('contract, Restart tasks; contract, States 4; T11; T14: a Canceled task is Assigned again, with result null', async () => {
  const { externalId } = await canceledTask(hands);
  assert.equal(succeeded(await integration.restart(externalId)), null);
  assert.equal(await stateOf(integration, externalId), 'Assigned');
});

test('contract, States rule 1; contract, Errors 5; T11: a task that is not canceled cannot be restarted, and nothing changes', async () => {
  for (const reach of [assignedTask, activeTask, closedTask])
    await changesNothing(() => reach(hands), 'restart');
});

test('T11: after a restart inspectionId is absent until the next start, which begins another inspection', async () => {
  const task = await canceledTask(hands);
  succeeded(await integration.restart(task.externalId));
  assert.ok(!('inspectionId' in (await readTask(integration, task.externalId))));
  const inspectionId = await start(inspector, task);
  assert.notEqual(inspectionId, task.inspectionId);
  assert.equal((await readTask(integration, task.externalId)).inspectionId, inspectionId);
});

test('T11: the earlier inspection stays in history', async () => {
  const { externalId, inspectionId } = await activeTask(hands);
  await answer(inspector, inspectionId, { Remark: 'the first time' });
  succeeded(await integration.cancel(externalId));
  succeeded(await integration.restart(externalId));
  const { status, text } = await inspector.v1('GET', `/inspections/${inspectionId}`);
  assert.equal(status, 200, text);
  assert.ok(text.includes('the first time'));
});

test('T11: a restarted task keeps what was sent', async () => {
  const draft = taskDraft({ description: 'Mind the gap', Serial: '0012' });
  const { externalId } = await canceledTask(hands, draft);
  succeeded(await integration.restart(externalId));
  assert.deepEqual(await readTask(integration, externalId), { ...draft, state: 'Assigned' });
});

test('T10; T11: of a cancel and a restart at once each answers as its place in one order says', async () => {
  const { externalId } = await activeTask(hands);
  const [canceled, restarted] = await Promise.all([
    integration.cancel(externalId),
    integration.restart(externalId),
  ]);
  succeeded(canceled);
  assert.equal(await stateOf(integration, externalId), restarted.body.success ? 'Assigned' : 'Canceled');
});
