import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectList } from './expectations.ts';
import { clients, workbooks } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { createTasks, expectInvalidQuery } from './test-tasks.ts';

const integration = await signInAsClient(clients.integration);
const tasks = await createTasks(integration, {
  first: { title: 'bb', dueDate: '2026-12-03T08:00:00Z' },
  second: { title: 'a', description: 'x' },
  third: { title: 'ccc', description: 'w', dueDate: '2026-12-01T08:00:00Z' },
  fourth: { title: 'a', description: 'w', dueDate: '2026-12-02T08:00:00Z' },
});
const NAMES = ['first', 'second', 'third', 'fourth'];
const readOrder = async ($orderby: string) => (await tasks.listNames({ $orderby })).join(' ');

test('O6: without $orderby, the list is sorted by creation time', async () => {
  assert.deepEqual(await tasks.listNames(), NAMES);
  const creationTimes = expectList(await integration.listWorkbooks()).map(({ creationTime }) =>
    String(creationTime),
  );
  assert.deepEqual(creationTimes, creationTimes.toSorted());
});

test('O6; contract, List tasks, options: $orderby sorts by one or more keys, each in ascending or descending order', async () => {
  assert.equal(await readOrder('Title desc,Description'), 'third first fourth second');
  assert.equal(await readOrder('Title asc,Description desc'), 'second fourth first third');
  assert.equal(await readOrder('Title, Description asc'), 'fourth second first third');
  assert.equal(await readOrder('LastModificationTime desc'), 'fourth third second first');
  assert.equal(await readOrder('CreationTime'), NAMES.join(' '));
});

test('O6: $orderby accepts expressions', async () => {
  assert.equal(await readOrder('length(Title) desc,DueDate desc'), 'third first fourth second');
  assert.equal(await readOrder('day(DueDate) mod 2 desc,ExternalId'), 'first third fourth second');
  assert.equal(await readOrder("Title eq 'a',CreationTime"), 'first third second fourth');
  assert.equal(await readOrder('concat(Title,Description),Title'), 'first fourth second third');
});

test('O6; O4: nulls come first in ascending order and last in descending order', async () => {
  assert.equal(await readOrder('DueDate'), 'second third fourth first');
  assert.equal(await readOrder('DueDate desc'), 'first fourth third second');
  assert.equal(await readOrder('Description,DueDate'), 'first third fourth second');
  assert.equal(await readOrder('Description desc,DueDate'), 'second third fourth first');
});

test('O6: the ID is the final tiebreaker in every order, so that pages have no duplicates or gaps', async () => {
  const many = await createTasks(
    integration,
    Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`task${index}`, { title: `${index % 2}` }])),
  );
  for (const $orderby of ['Title', 'Title desc', 'DueDate desc', 'State,TeamName', 'Id desc']) {
    const pagedRows = [];
    for (let skip = 0; skip < 13; skip += 3) {
      pagedRows.push(...(await many.listNames({ $orderby, $top: '3', $skip: `${skip}` })));
    }
    assert.deepEqual(pagedRows, await many.listNames({ $orderby }), $orderby);
    assert.equal(new Set(pagedRows).size, 13, $orderby);
  }
  const ids = expectList(await many.list({ $orderby: 'WorkbookTitle' })).map(({ id }) => String(id));
  assert.deepEqual(ids, ids.toSorted());
});

test('O6: options are applied in the order $filter, $orderby, $skip, $top, $select', async () => {
  const rows = expectList(
    await tasks.list({
      $filter: 'DueDate ne null',
      $orderby: 'DueDate desc',
      $skip: '1',
      $top: '1',
      $select: 'Title',
    }),
  );
  assert.deepEqual(rows, [{ title: 'a' }]);
});

test('O6; contract, Workbook endpoint: workbooks are sorted and paged the same way as tasks', async () => {
  const listVersions = async (options: Record<string, string>) =>
    expectList(
      await integration.listWorkbooks({ $filter: `Title eq '${workbooks.form.title}'`, ...options }),
    ).map(({ versionCode }) => versionCode);
  assert.deepEqual(await listVersions({ $orderby: 'VersionCode desc' }), [3, 2, 1]);
  assert.deepEqual(await listVersions({ $orderby: 'IsPublished desc,VersionCode desc' }), [2, 1, 3]);
  const pagedRows = [];
  for (const $skip of ['0', '1', '2'])
    pagedRows.push(...(await listVersions({ $orderby: 'Title', $skip, $top: '1' })));
  assert.deepEqual(pagedRows.toSorted(), [1, 2, 3]);
});

test('O6; O11: an invalid $orderby is rejected', async () => {
  for (const $orderby of [
    'Titel',
    'Title down',
    'Title DESC',
    'Title desc desc',
    'Title eq',
    'Title;Id',
    'desc,',
  ]) {
    expectInvalidQuery(await integration.listTasks({ $orderby }), '$orderby');
  }
  // A direction may only be followed by a comma and another key.
  for (const $orderby of ['Title desc and State', 'Title asc desc', 'Title desc State']) {
    expectInvalidQuery(
      await integration.listTasks({ $orderby }),
      '$orderby, position 1',
      'a comma or the end',
    );
  }
});

test('O9: without $top, all rows are returned, however many there are', async () => {
  const names = Array.from({ length: 420 }, (_, index) => `${index}`);
  const many = await createTasks(integration, Object.fromEntries(names.map((name) => [name, {}])));
  assert.deepEqual(await many.listNames(), names);
  assert.deepEqual(
    await many.listNames({ $orderby: 'CreationTime desc', $skip: '3' }),
    names.toReversed().slice(3),
  );
});
