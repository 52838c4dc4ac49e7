import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeenIds } from './seen-ids.ts';

test('recognises each of a hundred thousand IDs when it recurs, and returns the line where it first occurred', () => {
  const seenIds = createSeenIds();
  const ids = Array.from({ length: 100_000 }, (_, index) => `BR-${index}`);
  assert.ok(ids.every((id, index) => seenIds.add(id, index + 2) === undefined));
  assert.ok(ids.every((id, index) => seenIds.add(id, 1) === index + 2));
  assert.equal(seenIds.add('br-1', 7), undefined);
});

test('never copies more than a small fraction of the IDs in one go', (t) => {
  const createTable = t.mock.method(globalThis, 'Uint32Array');
  const seenIds = createSeenIds();
  for (let index = 0; index < 100_000; index++) seenIds.add(`BR-${index}`, index + 2);
  const sizes = createTable.mock.calls.map((call) => Number((call.arguments as unknown[])[0]));
  assert.ok(Math.max(...sizes) < 10_000, `a table of ${Math.max(...sizes)} numbers`);
});
