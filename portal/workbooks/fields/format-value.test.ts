import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { formatValue } from './format-value.ts';

const labels = { yes: 'ja', no: 'nee' };

test('localized text has one line per language, and booleans are in the user’s language', () => {
  assert.deepEqual(formatValue({ en: 'Height', nl: 'Hoogte' }, labels), [
    { tag: 'en', text: 'Height' },
    { tag: 'nl', text: 'Hoogte' },
  ]);
  assert.deepEqual(formatValue(true, labels), [{ text: 'ja' }]);
  assert.deepEqual(formatValue(0, labels), [{ text: '0' }]);
  assert.deepEqual(formatValue(undefined, labels), []);
});

test('each line of a formatted value has at most 301 characters, whatever the draft contains', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const { text } of formatValue(value, labels)) assert.ok(text.length <= 301);
    }),
  );
});
