import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { formatValue } from './format-value.ts';

const words = { yes: 'ja', no: 'nee' };

test('formats each language of a text as a line, and booleans in the user’s language', () => {
  assert.deepEqual(formatValue({ en: 'Height', nl: 'Hoogte' }, words), [
    { tag: 'en', text: 'Height' },
    { tag: 'nl', text: 'Hoogte' },
  ]);
  assert.deepEqual(formatValue(true, words), [{ text: 'ja' }]);
  assert.deepEqual(formatValue(0, words), [{ text: '0' }]);
  assert.deepEqual(formatValue(undefined, words), []);
});

test('formats any value of a draft in at most 301 characters per line', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const { text } of formatValue(value, words)) assert.ok(text.length <= 301);
    }),
  );
});
