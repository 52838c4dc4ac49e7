import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countFilters, parseInspectionsSearch, toApiQuery } from './inspections-search.ts';
import { parseReviewSearch } from './review-search.ts';

const TEAM = '5c1e7d90-6a4b-4f38-b2e5-9d8c7b6a5f41';

test('parseInspectionsSearch parses filters and ignores invalid values', () => {
  assert.deepEqual(
    parseInspectionsSearch({
      state: ['Closed', 'Nowhere'],
      approved: false,
      failed: 'maybe',
      teamId: TEAM,
      userId: '12',
      text: 12,
      from: '2026-02-30',
      to: '2026-03-01',
      order: 'oldest',
      more: 'yes',
    }),
    {
      state: ['Closed'],
      approved: 'false',
      teamId: TEAM,
      userId: 12,
      text: '12',
      to: '2026-03-01',
      order: 'oldest',
    },
  );
});

test('parseInspectionsSearch ignores an object that cannot be converted to text', () => {
  assert.deepEqual(parseInspectionsSearch({ approved: { toString: 0 }, failed: { toString: 0 } }), {});
});

test('parsing search parameters is idempotent', () => {
  const names = [
    'state',
    'approved',
    'userId',
    'text',
    'from',
    'to',
    'order',
    'tab',
    'field',
    'picture',
    'notAsked',
    'language',
  ];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), fc.anything()), (params) => {
      for (const parse of [parseInspectionsSearch, parseReviewSearch]) {
        const search = parse(params);
        assert.deepEqual(parse({ ...search }), search);
      }
    }),
  );
});

test('a date range includes both days, in the browser’s time zone', () => {
  const { completedFrom, completedTo, state } = toApiQuery({
    from: '2026-02-28',
    to: '2026-02-28',
    state: ['Active', 'Closed'],
  });
  assert.equal(completedFrom, new Date(2026, 1, 28).toISOString());
  assert.equal(completedTo, new Date(2026, 2, 1).toISOString());
  assert.equal(state, 'Active,Closed');
});

test('the sort order does not count as a filter', () => {
  assert.equal(countFilters({ order: 'oldest' }), 0);
  assert.equal(countFilters({ order: 'oldest', failed: 'true', from: undefined }), 1);
});
