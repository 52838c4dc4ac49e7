import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEnglish } from '#i18n/sentence.ts';
import { errorOfText } from './item-row.ts';

test('the characters of a long cell are counted without creating an array of them', (t) => {
  const cell = '🌉'.repeat(300_000);
  const iterator = t.mock.method(String.prototype, Symbol.iterator);
  const error = errorOfText(cell, 256);
  const calls = iterator.mock.callCount();
  iterator.mock.restore();
  assert.equal(calls, 0);
  assert.equal(inEnglish(error!), 'The text may have at most 256 characters; it has 300000.');
});
