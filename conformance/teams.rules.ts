import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Caller } from './caller.ts';
import { APP } from './caller.ts';
import type { Row } from './client.ts';
import {
  expectError,
  expectList,
  expectSuccess,
  expectUuid,
  expectValidationErrors,
} from './expectations.ts';
import { clients, getEmail, people, teams } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { createActiveTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const administrator = await signInAsClient(clients.administrator);
const planner = await signInAsClient(clients.planner);
const inspector = await signInWithPassword(people.inspector);
const otherTenant = await signInAsClient(clients.integrationOfEmptyTenant);

const findTeam = async (caller: Caller, title: string): Promise<Row> => {
  const team = expectList(await caller.listTeams()).find((candidate) => candidate.title === title);
  assert.ok(team, `the team ${title} is not listed`);
  return team;
};

const listGroups = async (caller: Caller, title: string): Promise<Row[]> =>
  expectSuccess(await caller.listGroups(String((await findTeam(caller, title)).id))).groups as Row[];

const findGroupId = async (caller: Caller, title: string, name: string): Promise<number> =>
  Number((await listGroups(caller, title)).find((group) => group.name === name)?.groupId);

test('contract, List all teams; contract, Team; W5: all teams are listed, each with the properties of the contract', async () => {
  const team = await findTeam(integration, teams.north);
  const { id, title, description, activeTasksCount, isActive, canEdit } = team;
  assert.deepEqual(Object.keys(team), [
    ...['id', 'title', 'description', 'teamMembers', 'activeTasksCount', 'isActive', 'canEdit'],
  ]);
  expectUuid(id);
  assert.deepEqual([title, description, isActive], [teams.north, 'The team of most tests', true]);
  assert.deepEqual([typeof activeTasksCount, typeof canEdit], ['number', 'boolean']);
});

test('G2: teamMembers is an empty array', async () => {
  for (const { teamMembers } of expectList(await integration.listTeams())) assert.deepEqual(teamMembers, []);
});

test('contract, Flags; contract, Team: an inactive team is listed with isActive false', async () => {
  assert.equal((await findTeam(integration, teams.closed)).isActive, false);
});

test("contract, Team: activeTasksCount is the number of the team's Active tasks", async () => {
  const readCount = async () => Number((await findTeam(integration, teams.tally)).activeTasksCount);
  const countBefore = await readCount();
  const { externalId } = await createActiveTask({ integration, inspector }, { teamName: teams.tally });
  assert.equal(await readCount(), countBefore + 1);
  expectSuccess(await integration.cancel(externalId));
  assert.equal(await readCount(), countBefore);
});

test('contract, Team: canEdit is true if the client has permission to edit the team', async () => {
  assert.equal((await findTeam(administrator, teams.north)).canEdit, true);
  assert.equal((await findTeam(integration, teams.north)).canEdit, false);
});

test('T19: a user with access to only some teams gets only those teams, and a client of another tenant gets none of them', async () => {
  assert.deepEqual(
    expectList(await planner.listTeams()).map(({ title }) => title),
    [teams.north],
  );
  assert.deepEqual(expectList(await otherTenant.listTeams()), []);
});

test('contract, List groups of a team; contract, Group; G1: a team has the groups Administrators, Coordinators, Inspectors and Viewer', async () => {
  const groups = await listGroups(integration, teams.north);
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['Administrators', 'Coordinators', 'Inspectors', 'Viewer'],
  );
  for (const group of groups) {
    assert.deepEqual(Object.keys(group), ['groupId', 'name']);
    assert.equal(typeof group.groupId, 'number');
  }
  assert.equal(new Set(groups.map(({ groupId }) => groupId)).size, groups.length);
});

test('contract, List members of a group; contract, Group member; W5: the members of a group are listed', async () => {
  const members = expectList(
    await integration.listMembers(await findGroupId(integration, teams.north, 'Inspectors')),
  );
  const member = members.find(({ userName }) => userName === people.inspector)!;
  assert.deepEqual(Object.keys(member), ['id', 'userName', 'name', 'surname', 'emailAddress']);
  const { id, ...rest } = member;
  assert.equal(typeof id, 'number');
  assert.deepEqual(rest, {
    userName: people.inspector,
    name: 'Ines',
    surname: 'Inspector',
    emailAddress: getEmail(people.inspector),
  });
  assert.ok(!members.some(({ userName }) => userName === people.coordinator));
});

test('contract, List members of a group: the list for a group without members is empty', async () => {
  assert.deepEqual(
    expectList(await integration.listMembers(await findGroupId(integration, teams.south, 'Viewer'))),
    [],
  );
});

test('G3: an unknown or malformed team ID is rejected', async () => {
  for (const id of [randomUUID(), 'no-uuid', '', '5']) {
    expectError(await integration.listGroups(id));
    expectError(await integration.listTeamWorkbooks(id));
  }
  expectValidationErrors(await integration.call('POST', `${APP}/workArea/GetGroups`, { body: {} }), 'id');
  expectValidationErrors(
    await integration.call('GET', `${APP}/workbook/GetAssociatedWorkbooks`),
    'workAreaId',
  );
});

test('G3: an unknown or malformed group ID is rejected', async () => {
  for (const groupId of ['999999999', '99999999999999999999999', '-1', '1.5', 'Inspectors', '']) {
    expectError(await integration.listMembers(groupId));
  }
  expectValidationErrors(await integration.call('GET', `${APP}/groups/GetMembers`), 'groupId');
});

test('G3; T19: the error for a team or group that the client is not allowed to see is the same as for an unknown one', async () => {
  const southTeamId = String((await findTeam(integration, teams.south)).id);
  const groupId = await findGroupId(integration, teams.south, 'Inspectors');
  const unknownId = randomUUID();
  for (const caller of [planner, otherTenant]) {
    const readReasons = async (id: string) => [
      expectError(await caller.listGroups(id)).message.replace(id, ''),
      expectError(await caller.listTeamWorkbooks(id)).message.replace(id, ''),
    ];
    assert.deepEqual(await readReasons(southTeamId), await readReasons(unknownId));
    const { message } = expectError(await caller.listMembers(groupId));
    assert.equal(
      message.replace(String(groupId), ''),
      expectError(await caller.listMembers(999999999)).message.replace('999999999', ''),
    );
  }
});
