import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from './client.ts';
import { clients, people } from './organisation.ts';
import { asClient, asPerson } from './sign-in.ts';
import { taskDraft } from './task-draft.ts';
import {
  activeTask,
  answer,
  assignedTask,
  closedTask,
  complete,
  readTask,
  start,
  stateOf,
} from './task-life.ts';
import { refused, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const inspector = await asPerson(people.inspector);
const colleague = await asPerson(people.colleague);
const hands = { integration, inspector };

test('contract, States 2: when the assigned user starts, the task is Active and has its inspection', async () => {
  const task = await assignedTask(hands);
  const inspectionId = await start(inspector, task);
  const { state, inspectionId: answered } = await readTask(integration, task.externalId);
  assert.equal(state, 'Active');
  assert.equal(answered, inspectionId);
});

test('contract, States 2: nobody but the assigned user starts the task', async () => {
  const { id, externalId } = await assignedTask(hands);
  const { status } = await colleague.v1('POST', `/tasks/${id}/start`);
  assert.ok(status >= 400 && status < 500, String(status));
  assert.equal(await stateOf(integration, externalId), 'Assigned');
});

test('contract, What the service does: a custom property fills the workbook field of its name and a suitable type', async () => {
  const { inspectionId } = await activeTask(hands, {
    Height: 3.25,
    remark: 'rusty',
    Passed: 'no boolean',
    Other: 1,
  });
  const { body } = await inspector.v1('GET', `/inspections/${inspectionId}`);
  const answers = body.answers as Row;
  assert.equal(answers.Height, 3.25);
  assert.equal(answers.Remark, 'rusty');
  assert.ok(answers.Passed === undefined || answers.Passed === null);
});

test('T15: when the inspector completes the inspection the task is Closed', async () => {
  const task = await activeTask(hands);
  await answer(inspector, task.inspectionId, { Height: 3.2 });
  assert.equal(await stateOf(integration, task.externalId), 'Active');
  await complete(inspector, task.inspectionId);
  const { state, inspectionId } = await readTask(integration, task.externalId);
  assert.equal(state, 'Closed');
  assert.equal(inspectionId, task.inspectionId);
});

test('T15: while a required answer is missing the inspection cannot be completed and the task stays Active', async () => {
  const { externalId, inspectionId } = await activeTask(hands);
  const { status, text } = await inspector.v1('POST', `/inspections/${inspectionId}/complete`);
  assert.ok(status >= 400 && status < 500, text);
  assert.ok(text.includes('Height'), text);
  assert.equal(await stateOf(integration, externalId), 'Active');
});

test('T15: Closed is terminal for cancel, restart, delete and edit', async () => {
  const { externalId } = await closedTask(hands);
  const before = await readTask(integration, externalId);
  refused(await integration.cancel(externalId));
  refused(await integration.restart(externalId));
  refused(await integration.delete(externalId));
  refused(await integration.edit(taskDraft({ externalId })));
  assert.deepEqual(await readTask(integration, externalId), before);
});

test("T15: a reviewer's return opens a Closed task again, with its inspection and without its end", async () => {
  const { externalId, inspectionId } = await closedTask(hands);
  const reviewer = await asPerson(people.coordinator);
  const { status, text } = await reviewer.v1('POST', `/inspections/${inspectionId}/return`, {
    fields: [{ field: 'Height', comment: 'In metres, please' }],
  });
  assert.ok(status < 300, text);
  const task = await readTask(integration, externalId);
  assert.deepEqual([task.state, task.inspectionId], ['Active', inspectionId]);
  const rows = succeeded(await integration.tasks({ $filter: `ExternalId eq '${externalId}'` }))
    .results as Row[];
  assert.deepEqual(
    rows.map(({ actualEnd, sentDate }) => [actualEnd, sentDate]),
    [[null, null]],
  );
  await complete(inspector, inspectionId);
  assert.equal(await stateOf(integration, externalId), 'Closed');
});

test('contract, States 2: of a start and a delete at once exactly one happens', async () => {
  const tasks = await Promise.all(Array.from({ length: 5 }, () => assignedTask(hands)));
  for (const { id, externalId } of tasks) {
    const [started, deleted] = await Promise.all([
      inspector.v1('POST', `/tasks/${id}/start`),
      integration.delete(externalId),
    ]);
    assert.notEqual(started.status === 201, deleted.body.success, 'one of the two');
    if (deleted.body.success) refused(await integration.read(externalId));
    else assert.equal(succeeded(await integration.read(externalId)).state, 'Active');
  }
});
