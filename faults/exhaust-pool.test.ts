import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exhaustPool } from './exhaust-pool.ts';

test('while one transaction holds a lock that all requests need, they get 503 with Retry-After; afterwards everything works (R5)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await exhaustPool(cleanup, { callers: 100 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
