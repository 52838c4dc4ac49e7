import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { TASKS } from './caller.ts';
import {
  decodePosition,
  findNewestChange,
  HIGHEST_TOKEN,
  readChangePage,
  readChangesSince,
  readLatestToken,
  START_TOKEN,
} from './change-reader.ts';
import { baseUrl, type Row } from './client.ts';
import { expectError, expectList, expectSuccess } from './expectations.ts';
import { clients, people, teams, tenants } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { taskBody } from './task-body.ts';
import {
  completeInspection,
  createActiveTask,
  createAssignedTask,
  saveAnswers,
  startTask,
} from './task-lifecycle.ts';

// No other test writes to this tenant, so no unexpected changes appear.
const integration = await signInAsClient(clients.integrationOfFeedTenant);
const inspector = await signInWithPassword(people.inspector, tenants.feed);
const planner = await signInAsClient(clients.plannerOfFeedTenant);
const otherTenant = await signInAsClient(clients.integrationOfEmptyTenant);
const callers = { integration, inspector };

const createTask = async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  return input.externalId;
};

/** Returns the values of the properties shared by feed entries and list rows. */
const pickCommonValues = (row: Row) => [
  row.id,
  row.externalId,
  row.title,
  row.inspectionId,
  row.lastModificationTime,
];

/** Returns the common values of the tasks that exist once a reader has applied all changes. */
const listExistingTasks = (rows: Row[]) =>
  [...new Map(rows.map((row) => [row.id, row])).values()]
    .filter(({ hasTask, isDeleted }) => hasTask && !isDeleted)
    .map(pickCommonValues)
    .sort();

const listExternalIds = (rows: Row[]) => rows.map(({ externalId }) => externalId);

test('contract, Changes; C3: changes are returned in the order in which they were made, and each task appears only once', async () => {
  const tokenBefore = await readLatestToken(integration);
  const [first, second, third] = [await createTask(), await createTask(), await createTask()];
  assert.deepEqual(listExternalIds((await readChangesSince(integration, tokenBefore)).rows), [
    first,
    second,
    third,
  ]);
  expectSuccess(await integration.edit(taskBody({ externalId: first, title: 'Changed' })));
  const { rows } = await readChangesSince(integration, tokenBefore);
  assert.deepEqual(listExternalIds(rows), [second, third, first]);
  assert.equal(findNewestChange(rows, first).title, 'Changed');
});

test('contract, Change feed page; contract, GetChanges 2; W17: a page contains the next token and, as nextLink, the full URL of the next page', async () => {
  const { results, nextChangeToken, nextLink } = await readChangePage(
    integration,
    await readLatestToken(integration),
  );
  assert.ok(Array.isArray(results));
  const nextUrl = new URL(nextLink);
  assert.ok(nextLink.startsWith(`${baseUrl}/`), nextLink);
  assert.ok(nextUrl.pathname.toLowerCase().endsWith(`${TASKS}/GetChanges`.toLowerCase()), nextLink);
  assert.equal(nextUrl.searchParams.get('changeToken'), nextChangeToken);
});

test('contract, GetChanges 1; contract, Limits, page; C3: a page has at most 500 entries, and the next page continues without gaps or duplicates', async () => {
  const missingCount = limits.changePage + 1 - (await readChangesSince(integration)).rows.length;
  for (let remainingCount = missingCount; remainingCount > 0; remainingCount -= 20)
    await Promise.all(Array.from({ length: 20 }, createTask));

  const { rows } = await readChangesSince(integration);
  const first = await readChangePage(integration);
  assert.equal(first.results.length, limits.changePage);
  const second = await readChangePage(integration, first.nextChangeToken);
  const ids = [...first.results, ...second.results].map(({ id }) => id);
  assert.deepEqual(
    ids,
    rows.slice(0, ids.length).map(({ id }) => id),
  );
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
});

test('contract, GetChanges 2: nextLink leads to the same page as nextChangeToken', async () => {
  const { nextLink, nextChangeToken } = await readChangePage(integration);
  const linkResponse = await integration.call('GET', nextLink.slice(baseUrl.length));
  assert.deepEqual(expectSuccess(linkResponse), await readChangePage(integration, nextChangeToken));
});

test('contract, GetChanges 4; C4: if there are no newer changes, the latest change is returned again, with the token that was sent', async () => {
  const tokenBefore = await readLatestToken(integration);
  const externalId = await createTask();
  const { token } = await readChangesSince(integration, tokenBefore);
  const { results, nextChangeToken } = await readChangePage(integration, token);
  assert.deepEqual(listExternalIds(results), [externalId]);
  assert.equal(nextChangeToken, token);
});

test('contract, GetChanges 5; C4: with the highest token, a reader gets the latest change, and from then on only newer ones', async () => {
  const earlierId = await createTask();
  const page = await readChangePage(integration, HIGHEST_TOKEN);
  assert.deepEqual(listExternalIds(page.results), [earlierId]);
  assert.notEqual(page.nextChangeToken, HIGHEST_TOKEN);
  const laterId = await createTask();
  assert.deepEqual(listExternalIds((await readChangesSince(integration, page.nextChangeToken)).rows), [
    laterId,
  ]);
});

test('contract, GetChanges 6; C2: without a token, the feed starts at the first change', async () => {
  assert.deepEqual(await readChangePage(integration), await readChangePage(integration, START_TOKEN));
});

test('C1: a token encodes a position as eleven base64url characters, and the position increases with each change', async () => {
  const tokens = [];
  for (let count = 0; count < 3; count++) {
    await createTask();
    tokens.push(await readLatestToken(integration));
  }
  for (const token of tokens) {
    assert.match(token, /^[A-Za-z0-9_-]{11}$/);
    assert.equal(Buffer.from(token, 'base64url').toString('base64url'), token);
  }
  const positions = tokens.map(decodePosition);
  assert.ok(positions[0]! < positions[1]! && positions[1]! < positions[2]!);
});

test('C1; contract, GetChanges 5: nine or ten underscores followed by an 8 form the highest token', async () => {
  const expected = await readChangePage(integration, '__________8');
  assert.deepEqual(await readChangePage(integration, '_________8'), expected);
});

test('C4: in an empty tenant, the feed returns no entries and position 0, even for the highest token', async () => {
  for (const token of [undefined, START_TOKEN, HIGHEST_TOKEN, '_________8']) {
    const { results, nextChangeToken } = await readChangePage(otherTenant, token);
    assert.deepEqual(results, []);
    assert.equal(nextChangeToken, START_TOKEN);
  }
});

test('C7: an unreadable token is rejected; the feed does not silently start over', async () => {
  for (const changeToken of [
    '',
    'x',
    'AAAAAAAAAA',
    'AAAAAAAAAAAA',
    'AAAAAAAAAA=',
    'AAAAAAAAAAB',
    'AAAAA AAAAA',
    '+AAAAAAAAA8',
    '12345678901',
  ]) {
    const { message } = expectError(await integration.readChanges({ changeToken }));
    assert.ok(message.length > 0);
  }
  expectError(
    await integration.call(
      'GET',
      `${TASKS}/GetChanges?changeToken=${START_TOKEN}&changeToken=${HIGHEST_TOKEN}`,
    ),
  );
});

test('C10: states are numbers: Assigned 1, Active 2, Closed 3, Canceled 4', async () => {
  const readChangeState = async (externalId: string) =>
    findNewestChange((await readChangesSince(integration, tokenBefore)).rows, externalId).state;
  const tokenBefore = await readLatestToken(integration);
  const [taskToCancel, taskToClose] = [await createAssignedTask(callers), await createActiveTask(callers)];
  assert.equal(await readChangeState(taskToCancel.externalId), 1);
  assert.equal(await readChangeState(taskToClose.externalId), 2);
  await completeInspection(inspector, taskToClose.inspectionId);
  assert.equal(await readChangeState(taskToClose.externalId), 3);
  await startTask(inspector, taskToCancel);
  expectSuccess(await integration.cancel(taskToCancel.externalId));
  assert.equal(await readChangeState(taskToCancel.externalId), 4);
});

test("contract, GetChanges 3; C3: every change to a task, including its deletion, moves the task's entry to the end", async () => {
  const task = await createAssignedTask(callers);
  const otherId = await createTask();
  const expectLastEntry = async (expected: Row) => {
    const { results } = await readChangePage(integration, HIGHEST_TOKEN);
    for (const [name, value] of Object.entries({ id: task.id, ...expected }))
      assert.equal(results[0]?.[name], value);
  };
  expectSuccess(await integration.edit(taskBody({ externalId: task.externalId, title: 'Edited' })));
  await expectLastEntry({ title: 'Edited', isDeleted: false });
  const inspectionId = await startTask(inspector, task);
  await expectLastEntry({ state: 2 });
  await saveAnswers(inspector, inspectionId, { Remark: 'seen' });
  await expectLastEntry({ state: 2 });
  expectSuccess(await integration.cancel(task.externalId));
  await expectLastEntry({ state: 4 });
  expectSuccess(await integration.restart(task.externalId));
  await expectLastEntry({ state: 1, inspectionId: null });
  expectSuccess(await integration.delete(task.externalId));
  await expectLastEntry({ isDeleted: true });
  expectSuccess(await integration.delete(otherId));
});

test('C5: a reader that follows the feed from the start ends up with exactly the tasks in the list', async () => {
  assert.deepEqual(
    listExistingTasks((await readChangesSince(integration)).rows),
    expectList(await integration.listTasks())
      .map(pickCommonValues)
      .sort(),
  );
});

test('C5; C13; T19: a reader with access to only some teams ends up with exactly the tasks in its own list', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  expectSuccess(await integration.create(taskBody({ teamName: teams.south })));
  expectSuccess(await integration.edit({ ...input, teamName: teams.south }));
  assert.deepEqual(
    listExistingTasks((await readChangesSince(planner)).rows),
    expectList(await planner.listTasks())
      .map(pickCommonValues)
      .sort(),
  );
});

test('C5: a reader misses nothing while eight clients are writing, and its tokens never decrease', async () => {
  const tokenBefore = await readLatestToken(integration);
  const writtenIds: string[] = [];
  const writePromise = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; count < 10; count++) {
        const externalId = await createTask();
        if ((count + writer) % 3 === 0) expectSuccess(await integration.delete(externalId));
        writtenIds.push(externalId);
      }
    }),
  );
  let isWritingDone = false;
  writePromise.finally(() => {
    isWritingDone = true;
  });
  const receivedRows = new Map<unknown, Row>();
  let token = tokenBefore;
  for (let isLastPage = false; !isLastPage; ) {
    isLastPage = isWritingDone;
    const page = await readChangePage(integration, token);
    assert.ok(decodePosition(page.nextChangeToken) >= decodePosition(token));
    for (const row of page.results) receivedRows.set(row.externalId, row);
    token = page.nextChangeToken;
  }
  await writePromise;
  for (const externalId of writtenIds) assert.ok(receivedRows.has(externalId), externalId);
  for (const row of (await readChangesSince(integration, tokenBefore)).rows) {
    assert.deepEqual(receivedRows.get(row.externalId), row);
  }
});

test('C12: a waiting request is answered as soon as there is a new change', async () => {
  const token = await readLatestToken(integration);
  const pageRequest = readChangePage(integration, token, 30);
  const externalId = await createTask();
  assert.deepEqual(listExternalIds((await pageRequest).results), [externalId]);
});

test('C12: if nothing changes, a waiting request gets the same response as one that does not wait', async () => {
  const token = await readLatestToken(integration);
  const expected = await readChangePage(integration, token);
  for (const wait of [0, 1]) assert.deepEqual(await readChangePage(integration, token, wait), expected);
});

test('C12: wait must be a whole number of seconds from 0 to 60; any other value is rejected', async () => {
  for (const wait of ['61', '-1', '1.5', 'soon'])
    expectError(await integration.readChanges({ changeToken: START_TOKEN, wait }));
});
