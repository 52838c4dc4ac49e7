import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSameTask } from './create-same-task.ts';

test('of twenty concurrent requests that create the same task exactly one succeeds, and a repeated request has one effect (R9)', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { violations } = await createSameTask(cleanup, { rounds: 5 }, () => {});
  assert.deepEqual(violations.slice(0, 10), []);
});
