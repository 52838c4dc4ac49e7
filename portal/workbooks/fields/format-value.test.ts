import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { formatValue } from './format-value.ts';

const texts = { yes: 'ja', no: 'nee' };

test('formats a text with one line per language, and booleans in the user’s language', () => {
  assert.deepEqual(formatValue({ en: 'Height', nl: 'Hoogte' }, texts), [
    { tag: 'en', text: 'Height' },
    { tag: 'nl', text: 'Hoogte' },
  ]);
  assert.deepEqual(formatValue(true, texts), [{ text: 'ja' }]);
  assert.deepEqual(formatValue(0, texts), [{ text: '0' }]);
  assert.deepEqual(formatValue(undefined, texts), []);
});

test('formats any value of a draft in at most 301 characters per line', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const { text } of formatValue(value, texts)) assert.ok(text.length <= 301);
    }),
  );
});
