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
import { asClient, asPerson } from './sign-in.ts';
import { createActiveTask } from './task-lifecycle.ts';

const integration = await asClient(clients.integration);
const administrator = await asClient(clients.administrator);
const planner = await asClient(clients.planner);
const inspector = await asPerson(people.inspector);
const otherTenant = await asClient(clients.integrationOfEmptyTenant);

const findTeam = async (caller: Caller, title: string): Promise<Row> => {
  const team = expectList(await caller.teams()).find((each) => each.title === title);
  assert.ok(team, `the team ${title} is listed`);
  return team;
};

const listGroups = async (caller: Caller, title: string): Promise<Row[]> =>
  expectSuccess(await caller.groups(String((await findTeam(caller, title)).id))).groups as Row[];

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
  for (const { teamMembers } of expectList(await integration.teams())) assert.deepEqual(teamMembers, []);
});

test('contract, Flags; contract, Team: an inactive team is listed with isActive false', async () => {
  assert.equal((await findTeam(integration, teams.closed)).isActive, false);
});

test("contract, Team: activeTasksCount is the number of the team's Active tasks", async () => {
  const count = async () => Number((await findTeam(integration, teams.tally)).activeTasksCount);
  const before = await count();
  const { externalId } = await createActiveTask({ integration, inspector }, { teamName: teams.tally });
  assert.equal(await count(), before + 1);
  expectSuccess(await integration.cancel(externalId));
  assert.equal(await count(), before);
});

test('contract, Team: canEdit is true if the client has permission to edit the team', async () => {
  assert.equal((await findTeam(administrator, teams.north)).canEdit, true);
  assert.equal((await findTeam(integration, teams.north)).canEdit, false);
});

test('T19: a user with access to only some teams gets only those teams, and a client of another tenant gets none of them', async () => {
  assert.deepEqual(
    expectList(await planner.teams()).map(({ title }) => title),
    [teams.north],
  );
  assert.deepEqual(expectList(await otherTenant.teams()), []);
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
    await integration.members(await findGroupId(integration, teams.north, 'Inspectors')),
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
    expectList(await integration.members(await findGroupId(integration, teams.south, 'Viewer'))),
    [],
  );
});

test('G3: an unknown or malformed team ID is rejected', async () => {
  for (const id of [randomUUID(), 'no-uuid', '', '5']) {
    expectError(await integration.groups(id));
    expectError(await integration.teamWorkbooks(id));
  }
  expectValidationErrors(await integration.call('POST', `${APP}/workArea/GetGroups`, { body: {} }), 'id');
  expectValidationErrors(
    await integration.call('GET', `${APP}/workbook/GetAssociatedWorkbooks`),
    'workAreaId',
  );
});

test('G3: an unknown or malformed group ID is rejected', async () => {
  for (const groupId of ['999999999', '99999999999999999999999', '-1', '1.5', 'Inspectors', '']) {
    expectError(await integration.members(groupId));
  }
  expectValidationErrors(await integration.call('GET', `${APP}/groups/GetMembers`), 'groupId');
});

test('G3; T19: the error for a team or group that the client is not allowed to see is the same as for an unknown one', async () => {
  const south = String((await findTeam(integration, teams.south)).id);
  const group = await findGroupId(integration, teams.south, 'Inspectors');
  const unknown = randomUUID();
  for (const caller of [planner, otherTenant]) {
    const readReasons = async (id: string) => [
      expectError(await caller.groups(id)).message.replace(id, ''),
      expectError(await caller.teamWorkbooks(id)).message.replace(id, ''),
    ];
    assert.deepEqual(await readReasons(south), await readReasons(unknown));
    const { message } = expectError(await caller.members(group));
    assert.equal(
      message.replace(String(group), ''),
      expectError(await caller.members(999999999)).message.replace('999999999', ''),
    );
  }
});
