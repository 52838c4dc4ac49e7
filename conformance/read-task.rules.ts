import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TASKS } from './caller.ts';
import { bridges, clients, people, teams, workbooks } from './organisation.ts';
import { asClient, asPerson } from './sign-in.ts';
import { newExternalId, taskDraft } from './task-draft.ts';
import { activeTask, readTask } from './task-life.ts';
import { invalid, isUuid, refusedFor, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const planner = await asClient(clients.planner);
const inspector = await asPerson(people.inspector);

test('contract, Read task; contract, Task fields: a task is read as it was sent, with its state', async () => {
  const draft = taskDraft({
    workbookName: workbooks.bridgeForm.name,
    description: 'Mind the gap',
    startDate: '2026-12-01T08:00:00.000Z',
    dueDate: '2026-12-05T16:00:00.000Z',
    itemsToInspect: [...bridges],
    Height: 3.2,
  });
  succeeded(await integration.create(draft));
  assert.deepEqual(await readTask(integration, draft.externalId), { ...draft, state: 'Assigned' });
});

test('contract, Task additions: a task that nobody started has no inspectionId, and absent optional values are absent', async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  const task = await readTask(integration, draft.externalId);
  for (const name of ['inspectionId', 'description', 'startDate', 'dueDate', 'itemsToInspect']) {
    assert.ok(!(name in task), name);
  }
});

test('contract, Task additions: inspectionId is present once a user started the task', async () => {
  const { externalId, inspectionId } = await activeTask({ integration, inspector });
  const task = await readTask(integration, externalId);
  assert.equal(task.state, 'Active');
  assert.equal(task.inspectionId, inspectionId);
  isUuid(task.inspectionId);
});

test('T16: an unknown externalId is refused by its name', async () => {
  const externalId = newExternalId();
  refusedFor(await integration.read(externalId), externalId);
});

test('T16: a deleted task is read like one that never was', async () => {
  const { externalId, ...draft } = taskDraft();
  const never = newExternalId();
  succeeded(await integration.create({ externalId, ...draft }));
  succeeded(await integration.delete(externalId));
  const message = refusedFor(await integration.read(externalId), externalId);
  assert.equal(message.replace(externalId, never), refusedFor(await integration.read(never), never));
});

test('contract, Read task: without externalId nothing is read', async () => {
  invalid(await integration.call('POST', `${TASKS}/get`, { body: {} }), 'externalId');
  invalid(await integration.read(''), 'externalId');
});

test('T19: a caller limited to teams reads the tasks of their teams', async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  assert.equal((await readTask(planner, draft.externalId)).title, draft.title);
  assert.equal((await readTask(inspector, draft.externalId)).title, draft.title);
});

test('T19: a task of another team answers as one that does not exist', async () => {
  const draft = taskDraft({ teamName: teams.south, assignedUserName: people.outsider });
  succeeded(await integration.create(draft));
  const unknown = newExternalId();
  const message = refusedFor(await planner.read(draft.externalId), draft.externalId);
  assert.equal(message.replace(draft.externalId, unknown), refusedFor(await planner.read(unknown), unknown));
});

test('T19: a task of another tenant answers as one that does not exist, and its externalId is free there', async () => {
  const stranger = await asClient(clients.integrationOfEmptyTenant);
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  refusedFor(await stranger.read(draft.externalId), draft.externalId);
  assert.ok(!refusedFor(await stranger.create(draft), draft.teamName).includes(draft.externalId));
});
