import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatItemList, parseItemList } from './item-list.ts';

test("a list of items survives a round trip, whatever the items' names", () => {
  const name = fc.string({
    minLength: 1,
    maxLength: 12,
    unit: fc.constantFrom('a', '|', '\\', ' ', '\n', 'é'),
  });
  const items = fc.uniqueArray(name.filter((value) => value === value.trim() && value !== ''));
  fc.assert(fc.property(items, (list) => assert.deepEqual(parseItemList(formatItemList(list)), list)));
});

test('surrounding spaces, empty entries and duplicates in a list of items are ignored', () => {
  assert.deepEqual(parseItemList(' BR-001 | BR-002||BR-001|'), ['BR-001', 'BR-002']);
  assert.deepEqual(parseItemList('a\\|b|c\\'), ['a|b', 'c\\']);
  assert.deepEqual(parseItemList(''), []);
});
