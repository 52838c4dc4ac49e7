import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { TASKS } from './caller.ts';
import {
  changeOf,
  changePage,
  changesSince,
  HIGHEST_TOKEN,
  latestToken,
  positionOf,
  START_TOKEN,
} from './change-reader.ts';
import { baseAddress, type Row } from './client.ts';
import { expectError, expectList, expectSuccess } from './expectations.ts';
import { clients, people, teams, tenants } from './organisation.ts';
import { asClient, asPerson } from './sign-in.ts';
import { taskDraft } from './task-draft.ts';
import { activeTask, assignedTask, completeInspection, saveAnswers, startTask } from './task-lifecycle.ts';

// No other test writes in this tenant, so no unexpected changes appear.
const integration = await asClient(clients.integrationOfFeedTenant);
const inspector = await asPerson(people.inspector, tenants.feed);
const planner = await asClient(clients.plannerOfFeedTenant);
const otherTenant = await asClient(clients.integrationOfEmptyTenant);
const callers = { integration, inspector };

const created = async () => {
  const draft = taskDraft();
  expectSuccess(await integration.create(draft));
  return draft.externalId;
};

/** The members that entries of the feed and rows of the list have in common. */
const commonValues = (row: Row) => [
  row.id,
  row.externalId,
  row.title,
  row.inspectionId,
  row.lastModificationTime,
];

/** The tasks that exist according to all changes, as a reader applies them. */
const existingTasks = (rows: Row[]) =>
  [...new Map(rows.map((row) => [row.id, row])).values()]
    .filter(({ hasTask, isDeleted }) => hasTask && !isDeleted)
    .map(commonValues)
    .sort();

const idsOf = (rows: Row[]) => rows.map(({ externalId }) => externalId);

test('contract, Changes; C3: changes are returned in the order in which they happened, each task once', async () => {
  const before = await latestToken(integration);
  const [first, second, third] = [await created(), await created(), await created()];
  assert.deepEqual(idsOf((await changesSince(integration, before)).rows), [first, second, third]);
  expectSuccess(await integration.edit(taskDraft({ externalId: first, title: 'Changed' })));
  const { rows } = await changesSince(integration, before);
  assert.deepEqual(idsOf(rows), [second, third, first]);
  assert.equal(changeOf(rows, first).title, 'Changed');
});

test('contract, Change feed page; contract, GetChanges 2; W17: a page contains the next token and, as nextLink, the full URL of the next page', async () => {
  const { results, nextChangeToken, nextLink } = await changePage(
    integration,
    await latestToken(integration),
  );
  assert.ok(Array.isArray(results));
  const next = new URL(nextLink);
  assert.ok(nextLink.startsWith(`${baseAddress}/`), nextLink);
  assert.ok(next.pathname.toLowerCase().endsWith(`${TASKS}/GetChanges`.toLowerCase()), nextLink);
  assert.equal(next.searchParams.get('changeToken'), nextChangeToken);
});

test('contract, GetChanges 1; contract, Limits, page; C3: a page has at most 500 entries, and the next page continues without gaps or duplicates', async () => {
  const missing = limits.changePage + 1 - (await changesSince(integration)).rows.length;
  for (let left = missing; left > 0; left -= 20) await Promise.all(Array.from({ length: 20 }, created));

  const { rows } = await changesSince(integration);
  const first = await changePage(integration);
  assert.equal(first.results.length, limits.changePage);
  const second = await changePage(integration, first.nextChangeToken);
  const ids = [...first.results, ...second.results].map(({ id }) => id);
  assert.deepEqual(
    ids,
    rows.slice(0, ids.length).map(({ id }) => id),
  );
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
});

test('contract, GetChanges 2: nextLink returns the same page as its token', async () => {
  const { nextLink, nextChangeToken } = await changePage(integration);
  const followed = await integration.call('GET', nextLink.slice(baseAddress.length));
  assert.deepEqual(expectSuccess(followed), await changePage(integration, nextChangeToken));
});

test('contract, GetChanges 4; C4: if nothing is newer, the latest change is returned again with the token that was sent', async () => {
  const before = await latestToken(integration);
  const externalId = await created();
  const { token } = await changesSince(integration, before);
  const { results, nextChangeToken } = await changePage(integration, token);
  assert.deepEqual(idsOf(results), [externalId]);
  assert.equal(nextChangeToken, token);
});

test('contract, GetChanges 5; C4: the highest token returns the latest change and its token, and then only future changes', async () => {
  const earlier = await created();
  const page = await changePage(integration, HIGHEST_TOKEN);
  assert.deepEqual(idsOf(page.results), [earlier]);
  assert.notEqual(page.nextChangeToken, HIGHEST_TOKEN);
  const later = await created();
  assert.deepEqual(idsOf((await changesSince(integration, page.nextChangeToken)).rows), [later]);
});

test('contract, GetChanges 6; C2: without a token the feed starts at the first change', async () => {
  assert.deepEqual(await changePage(integration), await changePage(integration, START_TOKEN));
});

test('C1: a token is a position in eleven characters of base64url, which increases with each change', async () => {
  const tokens = [];
  for (let count = 0; count < 3; count++) {
    await created();
    tokens.push(await latestToken(integration));
  }
  for (const token of tokens) {
    assert.match(token, /^[A-Za-z0-9_-]{11}$/);
    assert.equal(Buffer.from(token, 'base64url').toString('base64url'), token);
  }
  const positions = tokens.map(positionOf);
  assert.ok(positions[0]! < positions[1]! && positions[1]! < positions[2]!);
});

test('C1; contract, GetChanges 5: ten or nine underscores followed by 8 are the highest token', async () => {
  const expected = await changePage(integration, '__________8');
  assert.deepEqual(await changePage(integration, '_________8'), expected);
});

test('C4: an empty tenant returns no entries and position 0, also for the highest token', async () => {
  for (const token of [undefined, START_TOKEN, HIGHEST_TOKEN, '_________8']) {
    const { results, nextChangeToken } = await changePage(otherTenant, token);
    assert.deepEqual(results, []);
    assert.equal(nextChangeToken, START_TOKEN);
  }
});

test('C7: an unreadable token is rejected; the feed never silently starts again from the beginning', async () => {
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
    const { message } = expectError(await integration.changes({ changeToken }));
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
  const stateOf = async (externalId: string) =>
    changeOf((await changesSince(integration, before)).rows, externalId).state;
  const before = await latestToken(integration);
  const [canceled, closed] = [await assignedTask(callers), await activeTask(callers)];
  assert.equal(await stateOf(canceled.externalId), 1);
  assert.equal(await stateOf(closed.externalId), 2);
  await completeInspection(inspector, closed.inspectionId);
  assert.equal(await stateOf(closed.externalId), 3);
  await startTask(inspector, canceled);
  expectSuccess(await integration.cancel(canceled.externalId));
  assert.equal(await stateOf(canceled.externalId), 4);
});

test('contract, GetChanges 3; C3: each change of a task, including its deletion, moves its entry to the end', async () => {
  const task = await assignedTask(callers);
  const other = await created();
  const endsWith = async (expected: Row) => {
    const { results } = await changePage(integration, HIGHEST_TOKEN);
    for (const [name, value] of Object.entries({ id: task.id, ...expected }))
      assert.equal(results[0]?.[name], value);
  };
  expectSuccess(await integration.edit(taskDraft({ externalId: task.externalId, title: 'Edited' })));
  await endsWith({ title: 'Edited', isDeleted: false });
  const inspectionId = await startTask(inspector, task);
  await endsWith({ state: 2 });
  await saveAnswers(inspector, inspectionId, { Remark: 'seen' });
  await endsWith({ state: 2 });
  expectSuccess(await integration.cancel(task.externalId));
  await endsWith({ state: 4 });
  expectSuccess(await integration.restart(task.externalId));
  await endsWith({ state: 1, inspectionId: null });
  expectSuccess(await integration.delete(task.externalId));
  await endsWith({ isDeleted: true });
  expectSuccess(await integration.delete(other));
});

test('C5: a reader that follows the tokens from the start ends with exactly the tasks of the list', async () => {
  assert.deepEqual(
    existingTasks((await changesSince(integration)).rows),
    expectList(await integration.tasks())
      .map(commonValues)
      .sort(),
  );
});

test('C5; C13; T19: a reader with access to certain teams ends with exactly the tasks of its list', async () => {
  const draft = taskDraft();
  expectSuccess(await integration.create(draft));
  expectSuccess(await integration.create(taskDraft({ teamName: teams.south })));
  expectSuccess(await integration.edit({ ...draft, teamName: teams.south }));
  assert.deepEqual(
    existingTasks((await changesSince(planner)).rows),
    expectList(await planner.tasks())
      .map(commonValues)
      .sort(),
  );
});

test('C5: a reader misses nothing while eight clients write, and its tokens never decrease', async () => {
  const before = await latestToken(integration);
  const written: string[] = [];
  const writing = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; count < 10; count++) {
        const externalId = await created();
        if ((count + writer) % 3 === 0) expectSuccess(await integration.delete(externalId));
        written.push(externalId);
      }
    }),
  );
  let done = false;
  writing.finally(() => {
    done = true;
  });
  const known = new Map<unknown, Row>();
  let token = before;
  for (let last = false; !last; ) {
    last = done;
    const page = await changePage(integration, token);
    assert.ok(positionOf(page.nextChangeToken) >= positionOf(token));
    for (const row of page.results) known.set(row.externalId, row);
    token = page.nextChangeToken;
  }
  await writing;
  for (const externalId of written) assert.ok(known.has(externalId), externalId);
  for (const row of (await changesSince(integration, before)).rows) {
    assert.deepEqual(known.get(row.externalId), row);
  }
});

test('C12: a waiting request is answered as soon as there is a new change', async () => {
  const token = await latestToken(integration);
  const waiting = changePage(integration, token, 30);
  const externalId = await created();
  assert.deepEqual(idsOf((await waiting).results), [externalId]);
});

test('C12: if nothing changes, a waiting request gets the same response as one that does not wait', async () => {
  const token = await latestToken(integration);
  const expected = await changePage(integration, token);
  for (const wait of [0, 1]) assert.deepEqual(await changePage(integration, token, wait), expected);
});

test('C12: wait is 0 to 60 seconds; other values are rejected', async () => {
  for (const wait of ['61', '-1', '1.5', 'soon'])
    expectError(await integration.changes({ changeToken: START_TOKEN, wait }));
});
