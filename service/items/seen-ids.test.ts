import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeenIds } from './seen-ids.ts';

test('recognizes each of a hundred thousand ids when it occurs again, with the line of its first occurrence', () => {
  const seenIds = createSeenIds();
  const ids = Array.from({ length: 100_000 }, (_, index) => `BR-${index}`);
  assert.ok(ids.every((id, index) => seenIds.add(id, index + 2) === undefined));
  assert.ok(ids.every((id, index) => seenIds.add(id, 1) === index + 2));
  assert.equal(seenIds.add('br-1', 7), undefined);
});
