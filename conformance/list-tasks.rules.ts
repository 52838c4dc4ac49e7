import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TASKS } from './caller.ts';
import type { Row } from './client.ts';
import { expectError, expectList, expectSuccess, expectTimestamp, expectUuid } from './expectations.ts';
import { bridges, clients, people, teams, workbooks } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { taskBody } from './task-body.ts';
import { createActiveTask, createClosedTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const planner = await signInAsClient(clients.planner);
const inspector = await signInWithPassword(people.inspector);
const callers = { integration, inspector };

/** The properties of a list row, without custom properties (decision T18). */
const PROPERTIES = [
  ...[
    'externalId',
    'title',
    'teamName',
    'workbookName',
    'assignedUserName',
    'description',
    'startDate',
    'dueDate',
  ],
  ...['itemsToInspect', 'state', 'inspectionId', 'id', 'workbookId', 'workbookTitle', 'workbookVersionCode'],
  ...[
    'assignedUserId',
    'workAreaId',
    'workAreaTitle',
    'isPublished',
    'isDeleted',
    'actualStart',
    'actualEnd',
  ],
  ...['sentDate', 'creationTime', 'lastModificationTime'],
];

const findRow = (rows: Row[], externalId: string): Row => {
  const matchingRows = rows.filter((row) => row.externalId === externalId);
  assert.equal(matchingRows.length, 1, `${externalId} is not listed exactly once`);
  return matchingRows[0]!;
};

test('contract, List tasks; W5; T18: the list contains each task once, with more properties than a task read on its own', async () => {
  const input = taskBody({
    workbookName: workbooks.bridgeForm.name,
    description: 'Mind the gap',
    startDate: '2026-12-01T08:00:00.000Z',
    dueDate: '2026-12-05T16:00:00.000Z',
    itemsToInspect: [...bridges],
    Height: 3.2,
  });
  expectSuccess(await integration.create(input));
  const row = findRow(expectList(await integration.listTasks()), input.externalId);
  assert.deepEqual(Object.keys(row).sort(), [...PROPERTIES, 'Height'].sort());
  for (const [name, value] of Object.entries({ ...input, state: 'Assigned' }))
    assert.deepEqual(row[name], value);
  for (const uuid of [row.id, row.workbookId, row.workAreaId]) expectUuid(uuid);
  for (const instant of [row.creationTime, row.lastModificationTime]) expectTimestamp(instant);
  assert.equal(row.workbookTitle, workbooks.bridgeForm.title);
  assert.equal(row.workAreaTitle, teams.north);
  assert.equal(typeof row.workbookVersionCode, 'number');
  assert.equal(typeof row.assignedUserId, 'number');
  assert.equal(row.isPublished, true);
  assert.equal(row.isDeleted, false);
});

test('T18: absent optional values are null in the list', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  const row = findRow(expectList(await integration.listTasks()), input.externalId);
  assert.deepEqual(Object.keys(row).sort(), [...PROPERTIES].sort());
  for (const name of [
    'description',
    'startDate',
    'dueDate',
    'itemsToInspect',
    'inspectionId',
    'actualStart',
    'actualEnd',
  ]) {
    assert.equal(row[name], null, name);
  }
});

test('T18; T15: a started task has an actualStart, and a closed one also has an actualEnd', async () => {
  const [activeTask, closedTask] = [await createActiveTask(callers), await createClosedTask(callers)];
  const rows = expectList(await integration.listTasks());
  const activeRow = findRow(rows, activeTask.externalId);
  assert.equal(activeRow.state, 'Active');
  assert.equal(activeRow.inspectionId, activeTask.inspectionId);
  expectTimestamp(activeRow.actualStart);
  assert.equal(activeRow.actualEnd, null);
  const closedRow = findRow(rows, closedTask.externalId);
  assert.equal(closedRow.state, 'Closed');
  for (const instant of [closedRow.actualStart, closedRow.actualEnd]) expectTimestamp(instant);
});

test('contract, List tasks: a deleted task is not listed', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  expectSuccess(await integration.delete(input.externalId));
  const rows = expectList(await integration.listTasks());
  assert.ok(!rows.some(({ externalId }) => externalId === input.externalId));
});

test("T19: a user with access to only some teams gets only those teams' tasks", async () => {
  const [ownTeamTask, otherTeamTask] = [
    taskBody(),
    taskBody({ teamName: teams.south, assignedUserName: people.outsider }),
  ];
  expectSuccess(await integration.create(ownTeamTask));
  expectSuccess(await integration.create(otherTeamTask));
  const rows = expectList(await planner.listTasks());
  findRow(rows, ownTeamTask.externalId);
  assert.deepEqual([...new Set(rows.map(({ teamName }) => teamName))], [teams.north]);
});

test("T19: a tenant's tasks are not listed for other tenants", async () => {
  const otherTenant = await signInAsClient(clients.integrationOfEmptyTenant);
  assert.deepEqual(expectList(await otherTenant.listTasks()), []);
});

test('contract, Task rule 2: custom properties cannot be used in filters', async () => {
  expectError(await integration.listTasks({ $filter: 'Height gt 3' }));
});

test('W2: an option works even if its dollar sign is percent-encoded, and an unsupported option is rejected', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  for (const optionName of ['$filter', '%24filter']) {
    const response = await integration.call(
      'GET',
      `${TASKS}/getall?${optionName}=ExternalId%20eq%20'${input.externalId}'`,
    );
    assert.deepEqual(
      expectList(response).map(({ externalId }) => externalId),
      [input.externalId],
    );
  }
  for (const option of ['$Filter', '%24count', '$expand']) {
    expectError(await integration.call('GET', `${TASKS}/getall?${option}=true`));
  }
});
