import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP, type Caller } from './caller.ts';
import type { Row } from './client.ts';
import { expectError, expectList, expectTimestamp, expectUuid } from './expectations.ts';
import { clients, teams, workbooks } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';

const integration = await signInAsClient(clients.integration);
const planner = await signInAsClient(clients.planner);
const otherTenant = await signInAsClient(clients.integrationOfEmptyTenant);

const PROPERTIES = [
  'id',
  'definitionId',
  'version',
  'versionCode',
  'title',
  'description',
  'isPublished',
  'creationTime',
];

const listTeamWorkbooks = async (caller: Caller, title: string): Promise<Row[]> => {
  const team = expectList(await caller.listTeams()).find((candidate) => candidate.title === title);
  return expectList(await caller.listTeamWorkbooks(String(team?.id)));
};

const collectTitles = (rows: Row[]) => new Set(rows.map(({ title }) => title));

test('contract, List workbooks; contract, Workbook; W5: workbooks are listed, each with the properties of the contract', async () => {
  const workbook = expectList(await integration.listWorkbooks()).find(
    ({ title }) => title === workbooks.bridgeForm.title,
  )!;
  const { id, definitionId, creationTime, ...rest } = workbook;
  assert.deepEqual(Object.keys(workbook), PROPERTIES);
  for (const uuid of [id, definitionId]) expectUuid(uuid);
  assert.notEqual(id, definitionId);
  expectTimestamp(creationTime);
  const { title } = workbooks.bridgeForm;
  assert.deepEqual(rest, { version: '1.0.0', versionCode: 1, title, description: null, isPublished: true });
});

test('G4; contract, Flags: all versions of all workbooks are listed, with isPublished false for unpublished ones', async () => {
  const allVersions = expectList(await integration.listWorkbooks());
  const versions = allVersions.filter(
    ({ title, definitionId }) => title === workbooks.form.title && definitionId,
  );
  assert.deepEqual(
    versions.map(({ version, versionCode, isPublished }) => [versionCode, version, isPublished]).sort(),
    [
      [1, '1.0.0', true],
      [2, '1.1.0', true],
      [3, '2.0.0', false],
    ],
  );
  assert.equal(new Set(versions.map(({ definitionId }) => definitionId)).size, 1);
  assert.equal(new Set(versions.map(({ id }) => id)).size, 3);
});

test("G4; T19: a user with access to only some teams gets only those teams' workbooks, and a client of another tenant gets none of them", async () => {
  const visibleTitles = collectTitles(expectList(await planner.listWorkbooks()));
  assert.ok(visibleTitles.has(workbooks.form.title));
  assert.ok(!visibleTitles.has(workbooks.elsewhere.title));
  assert.ok(collectTitles(expectList(await integration.listWorkbooks())).has(workbooks.elsewhere.title));
  assert.deepEqual(expectList(await otherTenant.listWorkbooks()), []);
});

test("contract, List workbooks of a team; contract, Associated workbook; W5: the versions of the team's workbooks are listed, with three additional properties", async () => {
  const rows = await listTeamWorkbooks(integration, teams.south);
  assert.deepEqual(collectTitles(rows), new Set([workbooks.form.title, workbooks.elsewhere.title]));
  for (const row of rows) {
    assert.deepEqual(Object.keys(row), [...PROPERTIES, 'isDeleted', 'deletionTime', 'deleterUser']);
  }
});

test("G5: deleted versions of the team's workbooks are also listed, with isDeleted true and the time of their deletion", async () => {
  const versions = (await listTeamWorkbooks(integration, teams.south)).filter(
    ({ title }) => title === workbooks.elsewhere.title,
  );
  const [existingVersion, deletedVersion] = versions.sort(
    (left, right) => Number(left.versionCode) - Number(right.versionCode),
  );
  assert.equal(versions.length, 2);
  assert.deepEqual(
    [existingVersion?.isDeleted, existingVersion?.deletionTime, existingVersion?.deleterUser],
    [false, null, null],
  );
  assert.equal(deletedVersion?.isDeleted, true);
  expectTimestamp(deletedVersion?.deletionTime);
});

test('W2: a GetWorkbooks option works even if its dollar sign is percent-encoded, and an unsupported option is rejected', async () => {
  for (const query of ['$Filter=IsPublished', '%24expand=x', '$count=true']) {
    expectError(await integration.call('GET', `${APP}/workbook/GetWorkbooks?${query}`));
  }
  const response = await integration.call('GET', `${APP}/workbook/GetWorkbooks?%24filter=not%20IsPublished`);
  for (const { isPublished } of expectList(response)) assert.equal(isPublished, false);
});
