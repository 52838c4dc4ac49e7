import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectErrorNaming, expectSuccess, expectValidationErrors } from './expectations.ts';
import { bridges, clients, people, teams, workbooks } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { createExternalId, omitField, taskBody } from './task-body.ts';
import { createActiveTask, createCanceledTask, createClosedTask, readTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const planner = await signInAsClient(clients.planner);
const inspector = await signInWithPassword(people.inspector);
const callers = { integration, inspector };

test('contract, Edit task; T14: a task can be edited by its externalId, and the result is null', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  const changedTask = { ...input, title: 'Another title', assignedUserName: people.colleague, Height: 4 };
  assert.equal(expectSuccess(await integration.edit(changedTask)), null);
  assert.deepEqual(await readTask(integration, input.externalId), { ...changedTask, state: 'Assigned' });
});

test('T4: an edit replaces the whole task: absent optional fields and custom properties are cleared', async () => {
  const input = taskBody();
  expectSuccess(
    await integration.create({
      ...input,
      workbookName: workbooks.bridgeForm.name,
      description: 'Mind the gap',
      startDate: '2026-12-01T08:00:00.000Z',
      dueDate: '2026-12-05T16:00:00.000Z',
      itemsToInspect: [...bridges],
      Height: 3.2,
    }),
  );
  expectSuccess(await integration.edit(input));
  assert.deepEqual(await readTask(integration, input.externalId), { ...input, state: 'Assigned' });
});

test('contract, Edit task: an edit request requires the same fields as a create request', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  for (const field of Object.keys(input))
    expectValidationErrors(await integration.edit(omitField(input, field)), field);
  assert.deepEqual(await readTask(integration, input.externalId), { ...input, state: 'Assigned' });
});

test('T4: only an Assigned task can be edited; in any other state the edit is rejected and changes nothing', async () => {
  for (const createTask of [createActiveTask, createCanceledTask, createClosedTask]) {
    const { externalId } = await createTask(callers);
    const taskBefore = await readTask(integration, externalId);
    expectErrorNaming(await integration.edit(taskBody({ externalId, title: 'Too late' })), externalId);
    assert.deepEqual(await readTask(integration, externalId), taskBefore);
  }
});

test('contract, States 4; T4: a restarted task can be edited', async () => {
  const { externalId } = await createCanceledTask(callers);
  expectSuccess(await integration.restart(externalId));
  expectSuccess(await integration.edit(taskBody({ externalId, title: 'In time' })));
  assert.equal((await readTask(integration, externalId)).title, 'In time');
});

test('T4: an edit can move a task to a different team and assignee', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  const movedTask = { ...input, teamName: teams.south, assignedUserName: people.outsider };
  expectSuccess(await integration.edit(movedTask));
  assert.deepEqual(await readTask(integration, input.externalId), { ...movedTask, state: 'Assigned' });
});

test('contract, Edit task: editing a task with an unknown externalId returns an error that names the ID, and creates nothing', async () => {
  const externalId = createExternalId();
  expectErrorNaming(await integration.edit(taskBody({ externalId })), externalId);
  expectErrorNaming(await integration.read(externalId), externalId);
});

test("T19: a planner cannot edit another team's task", async () => {
  const input = taskBody({ teamName: teams.south, assignedUserName: people.outsider });
  expectSuccess(await integration.create(input));
  expectErrorNaming(await planner.edit(taskBody({ externalId: input.externalId })), input.externalId);
  assert.equal((await readTask(integration, input.externalId)).teamName, teams.south);
});
