import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rejectEarly } from './reject-early.ts';

test('a client that reuses connections gets every early rejection, and its next request is served (R23)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await rejectEarly(cleanup, { rounds: 2, clients: 2 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 20), []);
});
