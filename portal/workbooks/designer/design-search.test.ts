import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { parseDesignSearch } from './design-search.ts';

test('the workbook editor reads its URL parameters and ignores invalid ones', () => {
  assert.deepEqual(parseDesignSearch({ field: 'Height', pane: 'fields', dialog: 'publish' }), {
    field: 'Height',
    dialog: 'publish',
  });
  assert.deepEqual(parseDesignSearch({ field: '1x', pane: 'other', dialog: 'x' }), {});
});

test('parsing the URL parameters a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('field', 'pane', 'dialog'), fc.jsonValue()), (params) => {
      const search = parseDesignSearch(params);
      assert.deepEqual(parseDesignSearch({ ...search }), search);
    }),
  );
});
