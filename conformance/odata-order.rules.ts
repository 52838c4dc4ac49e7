import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectList } from './expectations.ts';
import { clients, workbooks } from './organisation.ts';
import { asClient } from './sign-in.ts';
import { createTasks, expectInvalidQuery } from './test-tasks.ts';

const integration = await asClient(clients.integration);
const tasks = await createTasks(integration, {
  first: { title: 'bb', dueDate: '2026-12-03T08:00:00Z' },
  second: { title: 'a', description: 'x' },
  third: { title: 'ccc', description: 'w', dueDate: '2026-12-01T08:00:00Z' },
  fourth: { title: 'a', description: 'w', dueDate: '2026-12-02T08:00:00Z' },
});
const NAMES = ['first', 'second', 'third', 'fourth'];
const order = async ($orderby: string) => (await tasks.names({ $orderby })).join(' ');

test('O6: without $orderby, the list is sorted by creation time', async () => {
  assert.deepEqual(await tasks.names(), NAMES);
  const times = expectList(await integration.workbooks()).map(({ creationTime }) => String(creationTime));
  assert.deepEqual(times, times.toSorted());
});

test('O6; contract, List tasks, options: $orderby sorts by one or more keys, each in ascending or descending order', async () => {
  assert.equal(await order('Title desc,Description'), 'third first fourth second');
  assert.equal(await order('Title asc,Description desc'), 'second fourth first third');
  assert.equal(await order('Title, Description asc'), 'fourth second first third');
  assert.equal(await order('LastModificationTime desc'), 'fourth third second first');
  assert.equal(await order('CreationTime'), NAMES.join(' '));
});

test('O6: $orderby accepts expressions', async () => {
  assert.equal(await order('length(Title) desc,DueDate desc'), 'third first fourth second');
  assert.equal(await order('day(DueDate) mod 2 desc,ExternalId'), 'first third fourth second');
  assert.equal(await order("Title eq 'a',CreationTime"), 'first third second fourth');
  assert.equal(await order('concat(Title,Description),Title'), 'first fourth second third');
});

test('O6; O4: nulls come first in ascending order and last in descending order', async () => {
  assert.equal(await order('DueDate'), 'second third fourth first');
  assert.equal(await order('DueDate desc'), 'first fourth third second');
  assert.equal(await order('Description,DueDate'), 'first third fourth second');
  assert.equal(await order('Description desc,DueDate'), 'second third fourth first');
});

test('O6: the last sort key is always the ID, so that pages have no duplicates or gaps', async () => {
  const many = await createTasks(
    integration,
    Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`task${index}`, { title: `${index % 2}` }])),
  );
  for (const $orderby of ['Title', 'Title desc', 'DueDate desc', 'State,TeamName', 'Id desc']) {
    const pages = [];
    for (let skip = 0; skip < 13; skip += 3) {
      pages.push(...(await many.names({ $orderby, $top: '3', $skip: `${skip}` })));
    }
    assert.deepEqual(pages, await many.names({ $orderby }), $orderby);
    assert.equal(new Set(pages).size, 13, $orderby);
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

test('O6; contract, Workbook endpoint: workbooks are sorted and paged in the same way as tasks', async () => {
  const versions = async (options: Record<string, string>) =>
    expectList(
      await integration.workbooks({ $filter: `Title eq '${workbooks.form.title}'`, ...options }),
    ).map(({ versionCode }) => versionCode);
  assert.deepEqual(await versions({ $orderby: 'VersionCode desc' }), [3, 2, 1]);
  assert.deepEqual(await versions({ $orderby: 'IsPublished desc,VersionCode desc' }), [2, 1, 3]);
  const pages = [];
  for (const $skip of ['0', '1', '2'])
    pages.push(...(await versions({ $orderby: 'Title', $skip, $top: '1' })));
  assert.deepEqual(pages.toSorted(), [1, 2, 3]);
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
    expectInvalidQuery(await integration.tasks({ $orderby }), '$orderby');
  }
  // A direction may only be followed by a comma and another key.
  for (const $orderby of ['Title desc and State', 'Title asc desc', 'Title desc State']) {
    expectInvalidQuery(await integration.tasks({ $orderby }), '$orderby, position 1', 'a comma or the end');
  }
});

test('O9: without $top, all rows are returned, however many there are', async () => {
  const names = Array.from({ length: 420 }, (_, index) => `${index}`);
  const many = await createTasks(integration, Object.fromEntries(names.map((name) => [name, {}])));
  assert.deepEqual(await many.names(), names);
  assert.deepEqual(
    await many.names({ $orderby: 'CreationTime desc', $skip: '3' }),
    names.toReversed().slice(3),
  );
});
