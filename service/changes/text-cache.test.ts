import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextCache } from './text-cache.ts';

const LONGEST_TEXT = 'x'.repeat(16 * 1024);

test('when the cache is full, only the oldest entries are removed', () => {
  const cache = createTextCache(() => 0);
  for (let key = 0; key < 1_500; key++) cache.set(`${key}`, LONGEST_TEXT);
  assert.equal(cache.get('400'), undefined);
  for (let key = 500; key < 1_500; key++) assert.equal(cache.get(`${key}`), LONGEST_TEXT);
});

test('replaced entries do not count towards the size of the cache', () => {
  const cache = createTextCache(() => 0);
  cache.set('first', LONGEST_TEXT);
  for (let round = 0; round < 1_500; round++) cache.set('second', LONGEST_TEXT);
  assert.equal(cache.get('first'), LONGEST_TEXT);
});

test('an entry expires after a minute, and a very long one is not cached', () => {
  let now = 0;
  const cache = createTextCache(() => now);
  cache.set('short', 'text');
  cache.set('long', `${LONGEST_TEXT}x`);
  now = 59_999;
  assert.deepEqual([cache.get('short'), cache.get('long')], ['text', undefined]);
  now = 60_000;
  assert.equal(cache.get('short'), undefined);
});
