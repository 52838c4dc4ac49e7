import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toCustomProperties, toPropertyInputs } from './custom-properties.ts';

test('unedited custom properties keep their types, so that 5 remains a number and "5" remains text', () => {
  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
    fc.boolean(),
  );
  const name = fc
    .string({ minLength: 1 })
    .filter((text) => text.trim() === text && text !== '' && text !== '__proto__');
  fc.assert(
    fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (properties) => {
      assert.deepEqual(toCustomProperties(toPropertyInputs(properties)), properties);
    }),
  );
});

test('a numeric property changed to a word becomes text, and properties without a name are ignored', () => {
  const [height] = toPropertyInputs({ Height: 3.2 });
  assert.deepEqual(
    toCustomProperties([
      { ...height!, text: 'tall' },
      { ...height!, name: ' ' },
    ]),
    { Height: 'tall' },
  );
  assert.deepEqual(toCustomProperties([{ ...height!, text: '4' }]), { Height: 4 });
});
