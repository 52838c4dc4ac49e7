import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillQueue } from './fill-queue.ts';

test('a query plan that was cached for an empty queue is also fast for 100,000 pending changes', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await fillQueue(
    cleanup,
    { tasks: 20_000, pending: 100_000, pages: 100, isFresh: false },
    () => {},
  );
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations, []);
});
