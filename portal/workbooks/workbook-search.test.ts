import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { parseWorkbookSearch, parseWorkbooksSearch } from './workbook-search.ts';

test('the workbook pages read their URL parameters and ignore invalid ones', () => {
  const teamId = '01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d';
  assert.deepEqual(parseWorkbooksSearch({ text: 12, teamId, contentTypeId: 'x', create: 'true', page: 1 }), {
    text: '12',
    teamId,
    create: true,
  });
  assert.deepEqual(parseWorkbookSearch({ from: 1, to: 'draft' }), { from: '1', to: 'draft' });
  assert.deepEqual(parseWorkbookSearch({ from: 1 }), {});
});

test('parsing the URL parameters a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('text', 'from', 'to'), fc.jsonValue()), (params) => {
      for (const parse of [parseWorkbooksSearch, parseWorkbookSearch]) {
        const search = parse(params);
        assert.deepEqual(parse({ ...search }), search);
      }
    }),
  );
});
