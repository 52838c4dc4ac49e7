import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createColumns, listDays, shiftDay } from './board-columns.ts';
import { parseBoardSearch, pickUnsupportedFilters, toPhoneSearch } from './board-search.ts';
import { FULL_WEEK } from './testing/samples.ts';

const TEAM = '5c1e7d90-6a4b-4f38-b2e5-9d8c7b6a5f41';

test('the board reads its days, people and other settings from the URL', () => {
  const search = {
    view: 'month',
    date: '2026-11-24',
    teamId: TEAM,
    text: 'anna',
    find: 'brug',
    sort: 'title',
    person: 4,
    list: 'hidden',
    weekend: true,
  };
  assert.deepEqual(parseBoardSearch(search), search);
});

test('the board ignores invalid values in the URL, and omits defaults', () => {
  assert.deepEqual(
    parseBoardSearch({
      view: 'week',
      date: '2026-02-30',
      teamId: 'x',
      text: ' ',
      sort: 'password',
      person: -1,
      more: 1,
    }),
    {},
  );
  assert.deepEqual(parseBoardSearch({ view: 'year', date: '24-11-2026', person: 1.5 }), {});
});

test('a phone shows the selected person or the first person in the filter, or unassigned tasks instead of a person', () => {
  const search = parseBoardSearch({ assigneeId: [4, 5], text: 'anna' });
  assert.equal(toPhoneSearch(search).person, 4);
  assert.equal(toPhoneSearch({ ...search, person: 'none' }).person, 'none');
  assert.equal(toPhoneSearch(parseBoardSearch({ assigneeId: ['none'] })).person, 'none');
  assert.equal(parseBoardSearch({ person: 'none' }).person, 'none');
});

test('the board lists the filters of the task list that it cannot apply', () => {
  const search = parseBoardSearch({
    priority: ['high'],
    state: ['Active'],
    text: 'anna',
    view: 'day',
    sort: 'title',
  });
  assert.deepEqual(pickUnsupportedFilters(search, false), { priority: ['high'], state: ['Active'] });
});

test('a phone lists the filters that it cannot apply, including other people', () => {
  const search = parseBoardSearch({ assigneeId: [4, 5], text: 'anna' });
  assert.deepEqual(pickUnsupportedFilters(search, false), {});
  assert.deepEqual(pickUnsupportedFilters(search, true), { assigneeId: [4, 5], text: 'anna' });
  assert.deepEqual(pickUnsupportedFilters({ assigneeId: [4] }, true), {});
  assert.deepEqual(pickUnsupportedFilters({ assigneeId: [4], person: 'none' }, true), { assigneeId: [4] });
});

test('parsing the search parameters a second time changes nothing', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('view', 'date', 'teamId', 'text', 'find', 'sort', 'person'),
        fc.anything(),
      ),
      (params) => {
        const search = parseBoardSearch(params);
        assert.deepEqual(parseBoardSearch({ ...search }), search);
      },
    ),
  );
});

test('a week starts on the locale’s first day, a month has all of its days, and a day has its hours', () => {
  const toDaysOfMonth = (days: readonly string[]) => days.map((day) => day.slice(8));
  assert.deepEqual(toDaysOfMonth(listDays('week', '2026-11-29', { first: 1 })), [
    '23',
    '24',
    '25',
    '26',
    '27',
    '28',
    '29',
  ]);
  assert.deepEqual(toDaysOfMonth(listDays('week', '2026-11-29', { first: 0 })).at(0), '29');
  assert.equal(listDays('month', '2028-02-10', { first: 1 }).length, 29);
  const hours = createColumns('day', '2026-11-24', FULL_WEEK);
  assert.equal(hours.length, 24);
  assert.ok(hours.every(({ start, end }) => end - start === 3_600_000));
});

test('a board without weekends shows working days, and also today if today is on a weekend', () => {
  const week = { ...FULL_WEEK, hiddenWeekdays: [6, 0] };
  const listDates = (today: string) =>
    createColumns('week', '2026-11-24', { ...week, today }).map(({ date }) => date.slice(8));
  assert.deepEqual(listDates('2026-11-27'), ['23', '24', '25', '26', '27']);
  assert.deepEqual(listDates('2026-11-28'), ['23', '24', '25', '26', '27', '28']);
  assert.deepEqual(listDates('2026-11-29'), ['23', '24', '25', '26', '27', '29']);
  assert.equal(createColumns('month', '2026-11-24', week).length, 21);
  assert.equal(createColumns('day', '2026-11-29', week).length, 24);
});

test('the date moves by a day, a week or a month, but not beyond the end of a shorter month', () => {
  assert.equal(shiftDay('day', '2026-12-31', 1), '2027-01-01');
  assert.equal(shiftDay('week', '2026-11-24', -1), '2026-11-17');
  assert.equal(shiftDay('month', '2027-01-31', 1), '2027-02-28');
});

test('the columns for any day have no gaps', () => {
  const days = fc.date({ min: new Date(1950, 0, 1), max: new Date(2090, 0, 1), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.constantFrom('day', 'week', 'month'), (date, view) => {
      const columns = createColumns(view, date.toISOString().slice(0, 10), FULL_WEEK);
      for (const [index, { start }] of columns.entries())
        assert.equal(start, index === 0 ? start : columns[index - 1]!.end);
    }),
  );
});
