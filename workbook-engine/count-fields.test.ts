import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFields } from './count-fields.ts';

test('counts the fields of a definition, including nested ones', () => {
  const entry = { name: 'E', fields: [1, null, { fields: 'none' }] };
  assert.equal(countFields([], 10), 0);
  assert.equal(countFields(['a', { fields: [] }, [{ fields: [1, 2] }], entry], 10), 7);
});

test('stops counting when there are too many fields', () => {
  const unread = new Proxy({}, { get: () => assert.fail('no further fields need to be read') });
  assert.equal(countFields([{ fields: [1, 2, 3] }, unread], 4), 5);
  assert.equal(countFields([{ fields: [{ fields: [1, 2, 3] }, unread] }, unread], 5), 7);
  assert.equal(countFields([unread, unread], 1), 2);
});
