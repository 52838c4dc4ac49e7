import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFields } from './count-fields.ts';

test('counts the fields of a definition, including nested ones', () => {
  const entry = { name: 'E', fields: [1, null, { fields: 'none' }] };
  assert.equal(countFields([], 10), 0);
  assert.equal(countFields(['a', { fields: [] }, [{ fields: [1, 2] }], entry], 10), 7);
});

test('stops counting when there are too many fields', () => {
  const unreadable = new Proxy({}, { get: () => assert.fail('reads a field beyond the limit') });
  assert.equal(countFields([{ fields: [1, 2, 3] }, unreadable], 4), 5);
  assert.equal(countFields([{ fields: [{ fields: [1, 2, 3] }, unreadable] }, unreadable], 5), 7);
  assert.equal(countFields([unreadable, unreadable], 1), 2);
});
