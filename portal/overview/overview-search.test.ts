import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOverviewSearch } from './overview-search.ts';

test('the overview’s team and period are stored in the URL', () => {
  const teamId = '5c1e7d90-6a4b-4f38-b2e5-9d8c7b6a5f41';
  assert.deepEqual(parseOverviewSearch({ teamId, weeks: 13 }), { teamId, weeks: 13 });
  assert.deepEqual(parseOverviewSearch({ teamId: 'Bridges', weeks: 9, more: 'x' }), {});
  assert.deepEqual(parseOverviewSearch({ weeks: 8 }), {}, 'the URL contains no default values');
});
