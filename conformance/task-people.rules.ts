import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectErrorNaming, expectSuccess } from './expectations.ts';
import { clients, getEmail, people, teams } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { createExternalId, createUnknownName, taskBody } from './task-body.ts';
import { readTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const planner = await signInAsClient(clients.planner);

const createWithAssignee = (assignedUserName: string) => integration.create(taskBody({ assignedUserName }));
const createInTeam = (teamName: string) => integration.create(taskBody({ teamName }));

test('T6: members of Administrators, Coordinators and Inspectors can be assigned', async () => {
  for (const userName of [people.teamLead, people.coordinator, people.inspector]) {
    expectSuccess(await createWithAssignee(userName));
  }
});

test('T6: a person is found by user name or email address, in any letter case', async () => {
  for (const name of [people.inspector.toUpperCase(), getEmail(people.inspector).toUpperCase()]) {
    expectSuccess(await createWithAssignee(name));
  }
});

test('T6; contract, Errors 1: unknown or inactive users, members of other teams, and viewers cannot be assigned, and the error gives a different reason for each', async () => {
  const unknownName = createUnknownName();
  const reasons = [];
  for (const name of [unknownName, people.inactive, people.outsider, people.viewer]) {
    reasons.push(expectErrorNaming(await createWithAssignee(name), name).replace(name, ''));
  }
  assert.equal(new Set(reasons).size, reasons.length, reasons.join('\n'));
});

test('T6: the error for a person in another tenant is the same as for an unknown user', async () => {
  const message = expectErrorNaming(await createWithAssignee(people.otherTenantUser), people.otherTenantUser);
  const unknownName = createUnknownName();
  assert.equal(
    message.replace(people.otherTenantUser, unknownName),
    expectErrorNaming(await createWithAssignee(unknownName), unknownName),
  );
});

test('T7; contract, Limits, uniqueness: a team is found by its title, in any letter case', async () => {
  expectSuccess(await createInTeam(teams.north.toUpperCase()));
});

test('T7: an unknown team returns an error that names it', async () => {
  const unknownName = createUnknownName();
  expectErrorNaming(await createInTeam(unknownName), unknownName);
});

test('contract, Flags; T7: tasks cannot be created in or moved to an inactive team', async () => {
  const reason = expectErrorNaming(await createInTeam(teams.closed), teams.closed);
  assert.match(reason, /not active/i);

  const input = taskBody();
  expectSuccess(await integration.create(input));
  expectErrorNaming(await integration.edit({ ...input, teamName: teams.closed }), teams.closed);
  assert.equal((await readTask(integration, input.externalId)).teamName, teams.north);
});

test('T7: an edit checks the team and the assignee the same way as a create request', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  const unknownName = createUnknownName();
  expectErrorNaming(await integration.edit({ ...input, teamName: unknownName }), unknownName);
  expectErrorNaming(await integration.edit({ ...input, assignedUserName: people.outsider }), people.outsider);
  assert.deepEqual(await readTask(integration, input.externalId), { ...input, state: 'Assigned' });
});

test('W10: the error for a misspelled team or user name suggests the correct one', async () => {
  const misspell = (name: string) => name.replace('n', 'nn');
  for (const [field, name] of [
    ['teamName', teams.north],
    ['assignedUserName', people.inspector],
  ] as const) {
    const message = expectErrorNaming(
      await integration.create(taskBody({ [field]: misspell(name) })),
      misspell(name),
    );
    assert.ok(message.includes(`Did you mean '${name}'?`), message);
  }
});

test('W10; T19: a suggestion never reveals a name that the client is not allowed to see', async () => {
  for (const [field, misspelledName, hiddenName] of [
    ['teamName', 'Conformance souths', teams.south],
    ['assignedUserName', 'cfOutsiderr', people.outsider],
    ['workbookName', 'ConformanceElsewheres', 'ConformanceElsewhere'],
  ] as const) {
    const integrationMessage = expectErrorNaming(
      await integration.create(taskBody({ [field]: misspelledName })),
      misspelledName,
    );
    assert.ok(
      integrationMessage.includes(`'${hiddenName}'`),
      `the integration client is allowed to see the name: ${integrationMessage}`,
    );
    const message = expectErrorNaming(
      await planner.create(taskBody({ [field]: misspelledName })),
      misspelledName,
    );
    assert.ok(!message.includes(`'${hiddenName}'`), message);
  }
});

test('T19: the error for a team that the client is not allowed to see is the same as for an unknown team', async () => {
  const [hiddenName, unknownName] = [teams.south, createUnknownName()];
  const readReason = async (teamName: string) =>
    expectErrorNaming(await planner.create(taskBody({ teamName })), teamName)
      .replace(teamName, '')
      .replace(/ Did you mean .*/, '');
  assert.equal(await readReason(hiddenName), await readReason(unknownName));
});

test('T19: a planner can create tasks in their own teams', async () => {
  const externalId = createExternalId();
  expectSuccess(await planner.create(taskBody({ externalId })));
  assert.equal((await readTask(planner, externalId)).teamName, teams.north);
});
