import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatNumber, parseNumber } from './parse-number.ts';

test('numbers can be typed with a comma or a point, even if they are incomplete', () => {
  const numbers = ['3,2', '3.2', ' 3 ', '-0,5', '−4', '3,', ',5', '007'].map(parseNumber);
  assert.deepEqual(numbers, [3.2, 3.2, 3, -0.5, -4, 3, 0.5, 7]);
});

test('ambiguous and invalid numbers are rejected', () => {
  for (const text of ['', '-', '.', '1.234,5', '1,2,3', '3 m', '0x10', '1e5', 'Infinity'])
    assert.equal(parseNumber(text), undefined, text);
});

test('a formatted number parses back to the same number, in both languages', () => {
  const double = fc.double({ noNaN: true, min: -1e15, max: 1e15 });
  fc.assert(
    fc.property(double, fc.constantFrom('en', 'nl'), (value, language) =>
      assert.equal(parseNumber(formatNumber(value, language)), value),
    ),
  );
});
