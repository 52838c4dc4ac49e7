import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readNumber, writeNumber } from './read-number.ts';

test('a number is read with a comma or a point, also while it is being typed', () => {
  const read = ['3,2', '3.2', ' 3 ', '-0,5', '−4', '3,', ',5', '007'].map(readNumber);
  assert.deepEqual(read, [3.2, 3.2, 3, -0.5, -4, 3, 0.5, 7]);
});

test('ambiguous or invalid numbers are rejected', () => {
  for (const text of ['', '-', '.', '1.234,5', '1,2,3', '3 m', '0x10', '1e5', 'Infinity'])
    assert.equal(readNumber(text), undefined, text);
});

test('a number that is written and read again is unchanged, in both languages', () => {
  const double = fc.double({ noNaN: true, min: -1e15, max: 1e15 });
  fc.assert(
    fc.property(double, fc.constantFrom('en', 'nl'), (value, language) =>
      assert.equal(readNumber(writeNumber(value, language)), value),
    ),
  );
});
