import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TASKS } from './caller.ts';
import { expectErrorNaming, expectSuccess, expectUuid, expectValidationErrors } from './expectations.ts';
import { bridges, clients, people, teams, workbooks } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { createExternalId, taskBody } from './task-body.ts';
import { createActiveTask, readTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const planner = await signInAsClient(clients.planner);
const inspector = await signInWithPassword(people.inspector);

test('contract, Read task; contract, Task fields: a task is returned as it was sent, with its state', async () => {
  const input = taskBody({
    workbookName: workbooks.bridgeForm.name,
    description: 'Mind the gap',
    startDate: '2026-12-01T08:00:00.000Z',
    dueDate: '2026-12-05T16:00:00.000Z',
    itemsToInspect: [...bridges],
    Height: 3.2,
  });
  expectSuccess(await integration.create(input));
  assert.deepEqual(await readTask(integration, input.externalId), { ...input, state: 'Assigned' });
});

test('contract, Task additions: a task that has not been started has no inspectionId, and optional values that were not sent are omitted', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  const task = await readTask(integration, input.externalId);
  for (const name of ['inspectionId', 'description', 'startDate', 'dueDate', 'itemsToInspect']) {
    assert.ok(!(name in task), name);
  }
});

test('contract, Task additions: inspectionId is present after a user has started the task', async () => {
  const { externalId, inspectionId } = await createActiveTask({ integration, inspector });
  const task = await readTask(integration, externalId);
  assert.equal(task.state, 'Active');
  assert.equal(task.inspectionId, inspectionId);
  expectUuid(task.inspectionId);
});

test('T16: an unknown externalId returns an error that names it', async () => {
  const externalId = createExternalId();
  expectErrorNaming(await integration.read(externalId), externalId);
});

test('T16: the error for a deleted task is the same as for an unknown externalId', async () => {
  const { externalId, ...input } = taskBody();
  const unknownId = createExternalId();
  expectSuccess(await integration.create({ externalId, ...input }));
  expectSuccess(await integration.delete(externalId));
  const message = expectErrorNaming(await integration.read(externalId), externalId);
  assert.equal(
    message.replace(externalId, unknownId),
    expectErrorNaming(await integration.read(unknownId), unknownId),
  );
});

test('contract, Read task: a request without an externalId returns a validation error', async () => {
  expectValidationErrors(await integration.call('POST', `${TASKS}/get`, { body: {} }), 'externalId');
  expectValidationErrors(await integration.read(''), 'externalId');
});

test("T19: a user with access to only some teams can read those teams' tasks", async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  assert.equal((await readTask(planner, input.externalId)).title, input.title);
  assert.equal((await readTask(inspector, input.externalId)).title, input.title);
});

test("T19: the error for another team's task is the same as for an unknown externalId", async () => {
  const input = taskBody({ teamName: teams.south, assignedUserName: people.outsider });
  expectSuccess(await integration.create(input));
  const unknownId = createExternalId();
  const message = expectErrorNaming(await planner.read(input.externalId), input.externalId);
  assert.equal(
    message.replace(input.externalId, unknownId),
    expectErrorNaming(await planner.read(unknownId), unknownId),
  );
});

test("T19: a tenant cannot read another tenant's task, but can use the same externalId", async () => {
  const otherTenant = await signInAsClient(clients.integrationOfEmptyTenant);
  const input = taskBody();
  expectSuccess(await integration.create(input));
  expectErrorNaming(await otherTenant.read(input.externalId), input.externalId);
  assert.ok(!expectErrorNaming(await otherTenant.create(input), input.teamName).includes(input.externalId));
});
