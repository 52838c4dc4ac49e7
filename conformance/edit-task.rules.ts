import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bridges, clients, people, teams, workbooks } from './organisation.ts';
import { asClient, asPerson } from './sign-in.ts';
import { newExternalId, taskDraft, without } from './task-draft.ts';
import { activeTask, canceledTask, closedTask, readTask } from './task-life.ts';
import { invalid, refusedFor, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const planner = await asClient(clients.planner);
const inspector = await asPerson(people.inspector);
const hands = { integration, inspector };

test('contract, Edit task; T14: a task is edited by its externalId, with result null', async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  const changed = { ...draft, title: 'Another title', assignedUserName: people.colleague, Height: 4 };
  assert.equal(succeeded(await integration.edit(changed)), null);
  assert.deepEqual(await readTask(integration, draft.externalId), { ...changed, state: 'Assigned' });
});

test('T4: an edit replaces the whole task: absent optional fields and custom properties are cleared', async () => {
  const draft = taskDraft();
  succeeded(
    await integration.create({
      ...draft,
      workbookName: workbooks.bridgeForm.name,
      description: 'Mind the gap',
      startDate: '2026-12-01T08:00:00.000Z',
      dueDate: '2026-12-05T16:00:00.000Z',
      itemsToInspect: [...bridges],
      Height: 3.2,
    }),
  );
  succeeded(await integration.edit(draft));
  assert.deepEqual(await readTask(integration, draft.externalId), { ...draft, state: 'Assigned' });
});

test('contract, Edit task: the same fields are required as on create', async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  for (const field of Object.keys(draft)) invalid(await integration.edit(without(draft, field)), field);
  assert.deepEqual(await readTask(integration, draft.externalId), { ...draft, state: 'Assigned' });
});

test('T4: only an Assigned task is edited; in any other state the edit is refused and changes nothing', async () => {
  for (const reach of [activeTask, canceledTask, closedTask]) {
    const { externalId } = await reach(hands);
    const before = await readTask(integration, externalId);
    refusedFor(await integration.edit(taskDraft({ externalId, title: 'Too late' })), externalId);
    assert.deepEqual(await readTask(integration, externalId), before);
  }
});

test('contract, States 4; T4: after a restart the task can be modified again', async () => {
  const { externalId } = await canceledTask(hands);
  succeeded(await integration.restart(externalId));
  succeeded(await integration.edit(taskDraft({ externalId, title: 'In time' })));
  assert.equal((await readTask(integration, externalId)).title, 'In time');
});

test('T4: a task moves to another team and person', async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  const moved = { ...draft, teamName: teams.south, assignedUserName: people.outsider };
  succeeded(await integration.edit(moved));
  assert.deepEqual(await readTask(integration, draft.externalId), { ...moved, state: 'Assigned' });
});

test('contract, Edit task: an unknown externalId is refused by its name, and nothing is created', async () => {
  const externalId = newExternalId();
  refusedFor(await integration.edit(taskDraft({ externalId })), externalId);
  refusedFor(await integration.read(externalId), externalId);
});

test('T19: a task of another team cannot be edited, as if it did not exist', async () => {
  const draft = taskDraft({ teamName: teams.south, assignedUserName: people.outsider });
  succeeded(await integration.create(draft));
  refusedFor(await planner.edit(taskDraft({ externalId: draft.externalId })), draft.externalId);
  assert.equal((await readTask(integration, draft.externalId)).teamName, teams.south);
});
