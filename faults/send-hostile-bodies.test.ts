import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendHostileBodies } from './send-hostile-bodies.ts';

test('every hostile body gets a clear response, and memory use stays flat (R14)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await sendHostileBodies(cleanup, { rounds: 2 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 20), []);
});
