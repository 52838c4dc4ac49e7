import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from './caller.ts';
import { findNewestChange, readChangesSince, readLatestToken } from './change-reader.ts';
import type { Row } from './client.ts';
import { expectList, expectSuccess, expectTimestamp, expectUuid } from './expectations.ts';
import { bridges, clients, people, teams, workbooks } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { createExternalId, taskBody } from './task-body.ts';
import { completeInspection, createActiveTask, createClosedTask, saveAnswers } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const planner = await signInAsClient(clients.planner);
const inspector = await signInWithPassword(people.inspector);
const callers = { integration, inspector };

const PROPERTIES = [
  ...['id', 'inspectionId', 'externalId', 'title', 'workbookId', 'workbookTitle', 'workbookVersionCode'],
  ...[
    'assignedUserId',
    'assignedUserName',
    'description',
    'startDate',
    'dueDate',
    'state',
    'isSelfAssignable',
  ],
  ...['workAreaId', 'workAreaTitle', 'isPublished', 'actualStart', 'actualEnd', 'sentDate', 'hasTask'],
  ...['lastModificationTime', 'inspectedItems', 'isDeleted'],
];

const readEntryAfter = async (
  makeChange: () => Promise<string>,
  reader: Caller = integration,
): Promise<Row> => {
  const tokenBefore = await readLatestToken(reader);
  const externalId = await makeChange();
  return findNewestChange((await readChangesSince(reader, tokenBefore)).rows, externalId);
};

/** Field values of a task that belongs to a team the planner cannot see. */
const southTeamFields = { teamName: teams.south, assignedUserName: people.outsider };

const createTask = async (changes: Row) => {
  const input = taskBody(changes);
  expectSuccess(await integration.create(input));
  return input.externalId;
};

test("contract, Change entry; C11: an entry has the contract's 24 properties, with the right values and types", async () => {
  const sentValues = {
    description: 'Mind the gap',
    startDate: '2026-12-01T08:00:00.000Z',
    dueDate: '2026-12-05T16:00:00.000Z',
  };
  const entry = await readEntryAfter(() =>
    createTask({
      ...sentValues,
      workbookName: workbooks.bridgeForm.name,
      itemsToInspect: [...bridges],
      Height: 3.2,
    }),
  );
  assert.deepEqual(Object.keys(entry), PROPERTIES);
  for (const uuid of [entry.id, entry.workbookId, entry.workAreaId]) expectUuid(uuid);
  assert.equal(typeof entry.assignedUserId, 'number');
  expectTimestamp(entry.lastModificationTime);
  const expectedValues = {
    ...sentValues,
    inspectionId: null,
    title: 'Inspect the railing',
    workbookTitle: workbooks.bridgeForm.title,
    workbookVersionCode: 1,
    assignedUserName: people.inspector,
    state: 1,
    isSelfAssignable: false,
    workAreaTitle: teams.north,
    isPublished: true,
    actualStart: null,
    actualEnd: null,
    hasTask: true,
    inspectedItems: [...bridges],
    isDeleted: false,
  };
  for (const [name, value] of Object.entries(expectedValues)) assert.deepEqual(entry[name], value, name);
});

test('C11: absent optional values are null', async () => {
  const entry = await readEntryAfter(() => createTask({}));
  assert.deepEqual(Object.keys(entry), PROPERTIES);
  for (const name of [
    'inspectionId',
    'description',
    'startDate',
    'dueDate',
    'actualStart',
    'actualEnd',
    'inspectedItems',
  ]) {
    assert.equal(entry[name], null, name);
  }
});

test('C9; C11: a task and its inspection share one entry, which contains inspectionId, actualStart and actualEnd', async () => {
  const tokenBefore = await readLatestToken(integration);
  const [activeTask, closedTask] = [await createActiveTask(callers), await createClosedTask(callers)];
  const { rows } = await readChangesSince(integration, tokenBefore);
  for (const { id, externalId, inspectionId } of [activeTask, closedTask]) {
    const relatedRows = rows.filter(
      (row) => [id, inspectionId].includes(String(row.id)) || row.inspectionId === inspectionId,
    );
    assert.deepEqual(new Set(relatedRows.map((row) => row.id)), new Set([id]));
    const row = findNewestChange(rows, externalId);
    assert.equal(row.inspectionId, inspectionId);
    expectTimestamp(row.actualStart);
    assert.equal(row.hasTask, true);
  }
  assert.equal(findNewestChange(rows, activeTask.externalId).actualEnd, null);
  expectTimestamp(findNewestChange(rows, closedTask.externalId).actualEnd);
});

test("C8: an inspection without a task has its own entry, with the inspection's ID as externalId and the workbook's title as title", async () => {
  const workbook = expectList(await integration.listWorkbooks()).find(
    ({ title, versionCode }) =>
      title === workbooks.form.title && versionCode === workbooks.form.newestPublished,
  )!;
  const team = expectList(await integration.listTeams()).find(({ title }) => title === teams.north)!;
  let inspectionId = '';
  const entry = await readEntryAfter(async () => {
    const { status, text, body } = await inspector.callV1('POST', '/inspections', {
      workbookId: workbook.id,
      teamId: team.id,
    });
    assert.equal(status, 201, text);
    inspectionId = String(body.id);
    return inspectionId;
  });
  assert.deepEqual(Object.keys(entry), PROPERTIES);
  assert.equal(entry.hasTask, false);
  assert.equal(entry.inspectionId, inspectionId);
  assert.equal(entry.title, workbooks.form.title);
  assert.equal(entry.state, 2);
  assert.equal(entry.workAreaTitle, teams.north);
  assert.equal(entry.assignedUserName, people.inspector);
  expectTimestamp(entry.actualStart);

  const completedEntry = await readEntryAfter(async () => {
    await saveAnswers(inspector, inspectionId, { Height: 3.2 });
    await completeInspection(inspector, inspectionId);
    return inspectionId;
  });
  assert.equal(completedEntry.id, entry.id);
  assert.equal(completedEntry.state, 3);
  assert.ok(!expectList(await integration.listTasks()).some(({ id }) => id === entry.id));
});

test("T19: a user with access to only some teams gets only those teams' changes", async () => {
  const tokenBefore = await readLatestToken(planner);
  const otherTeamTask = await createTask(southTeamFields);
  const ownTeamTask = await createTask({});
  const { rows } = await readChangesSince(planner, tokenBefore);
  findNewestChange(rows, ownTeamTask);
  assert.ok(!rows.some(({ externalId }) => externalId === otherTeamTask));
  const allChanges = await readChangesSince(planner);
  assert.deepEqual(
    [
      ...new Set(
        allChanges.rows.filter(({ isDeleted }) => !isDeleted).map(({ workAreaTitle }) => workAreaTitle),
      ),
    ],
    [teams.north],
  );
});

test("C13: a task that moves out of the reader's teams becomes a tombstone that reveals none of the new values", async () => {
  const externalId = createExternalId();
  await createTask({ externalId, title: 'In the north' });
  const tokenBefore = await readLatestToken(planner);
  const hiddenValues = { title: 'Moved to the south', description: 'Only for the south', ...southTeamFields };
  expectSuccess(await integration.edit(taskBody({ externalId, ...hiddenValues })));
  const { rows } = await readChangesSince(planner, tokenBefore);
  const entry = findNewestChange(rows, externalId);
  assert.equal(entry.isDeleted, true);
  const text = JSON.stringify(entry);
  for (const hiddenValue of Object.values(hiddenValues)) assert.ok(!text.includes(hiddenValue), text);
});

test("C13: a task that moves into the reader's team becomes visible", async () => {
  const externalId = await createTask(southTeamFields);
  const tokenBefore = await readLatestToken(planner);
  expectSuccess(await integration.edit(taskBody({ externalId, title: 'Moved to the north' })));
  const { rows } = await readChangesSince(planner, tokenBefore);
  const entry = findNewestChange(rows, externalId);
  assert.equal(entry.isDeleted, false);
  assert.equal(entry.title, 'Moved to the north');
});
