import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAtOnce } from './create-at-once.ts';

test('of twenty who create the same task at once exactly one succeeds, and a repeated request happens once (R9)', async () => {
  await using stage = new AsyncDisposableStack();
  const { violations } = await createAtOnce(stage, { rounds: 5 }, () => {});
  assert.deepEqual(violations.slice(0, 10), []);
});
