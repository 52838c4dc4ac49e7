import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freezePostgres } from './freeze-postgres.ts';

test('while PostgreSQL does not respond, requests get 503 with Retry-After; afterwards the service continues (R3)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await freezePostgres(cleanup, { seconds: 20, seed: 1 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
