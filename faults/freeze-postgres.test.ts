import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freezePostgres } from './freeze-postgres.ts';

test('while PostgreSQL says nothing callers are told to come back, and then everything goes on (R3)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await freezePostgres(stage, { seconds: 20, seed: 1 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
