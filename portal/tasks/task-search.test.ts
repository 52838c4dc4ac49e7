import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countFilters, parseTaskSearch, toApiQuery } from './task-search.ts';

const TEAM = '5c1e7d90-6a4b-4f38-b2e5-9d8c7b6a5f41';

const WEEK = { first: 1, weekend: [6, 0] };

test('the task list reads its filters from the URL', () => {
  assert.deepEqual(
    parseTaskSearch({
      state: ['New', 'Assigned'],
      teamId: TEAM,
      assigneeId: [12, 'none'],
      text: 'railing',
      due: 'week',
      planned: 'no',
      isLate: true,
      sort: '-dueDate',
    }),
    {
      state: ['New', 'Assigned'],
      teamId: TEAM,
      assigneeId: [12, 'none'],
      text: 'railing',
      due: 'week',
      planned: 'no',
      isLate: true,
      sort: '-dueDate',
    },
  );
});

test('the task list ignores invalid filters in the URL and keeps valid ones', () => {
  assert.deepEqual(
    parseTaskSearch({
      state: ['New', 'Nowhere'],
      teamId: 'x',
      assigneeId: ['anna', -1, 1.5],
      text: '  ',
      due: 'toString',
      planned: 'maybe',
      sort: 'password',
      property: 'no colon',
      more: 'yes',
    }),
    { state: ['New'] },
  );
});

test('parsing the filters a second time changes nothing', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('state', 'text', 'due', 'sort', 'assigneeId', 'isLate'), fc.anything()),
      (params) => {
        const search = parseTaskSearch(params);
        assert.deepEqual(parseTaskSearch(search), search);
      },
    ),
  );
});

test('the filter "within a week" includes today and the next six days, in the browser’s time zone', () => {
  const now = new Date(2026, 10, 22, 15, 30);
  const { dueFrom, dueTo, isPlanned } = toApiQuery({ due: 'week', planned: 'no' }, now, WEEK);
  assert.equal(dueFrom, new Date(2026, 10, 22).toISOString());
  assert.equal(dueTo, new Date(2026, 10, 29).toISOString());
  assert.equal(isPlanned, false);
});

test('the filter "this week" ends on Sunday if the week starts on Monday', () => {
  const sunday = new Date(2026, 10, 22, 15, 30);
  const { dueFrom, dueTo } = toApiQuery({ due: 'thisWeek' }, sunday, WEEK);
  assert.deepEqual(
    [dueFrom, dueTo],
    [new Date(2026, 10, 16).toISOString(), new Date(2026, 10, 23).toISOString()],
  );
});

test('the sort order does not count as a filter', () => {
  assert.equal(countFilters({ sort: 'title' }), 0);
  assert.equal(countFilters({ sort: 'title', text: 'x', due: 'week' }), 2);
});
