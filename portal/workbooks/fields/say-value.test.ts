import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { sayValue } from './say-value.ts';

const words = { yes: 'ja', no: 'nee' };

test('texts of several languages are said a line each, and yes and no in the words of the reader', () => {
  assert.deepEqual(sayValue({ en: 'Height', nl: 'Hoogte' }, words), [
    { tag: 'en', text: 'Height' },
    { tag: 'nl', text: 'Hoogte' },
  ]);
  assert.deepEqual(sayValue(true, words), [{ text: 'ja' }]);
  assert.deepEqual(sayValue(0, words), [{ text: '0' }]);
  assert.deepEqual(sayValue(undefined, words), []);
});

test('whatever a draft holds is said, and no value fills the screen', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const { text } of sayValue(value, words)) assert.ok(text.length <= 301);
    }),
  );
});
