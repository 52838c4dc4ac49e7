import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillQueue } from './fill-queue.ts';

test('a plan that was made while nothing was pending serves a queue of 100,000 changes too', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await fillQueue(
    stage,
    { tasks: 20_000, pending: 100_000, pages: 100, isFresh: false },
    () => {},
  );
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations, []);
});
