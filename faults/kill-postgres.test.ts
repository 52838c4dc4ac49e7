import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killPostgres } from './kill-postgres.ts';

test('after kill -9 of PostgreSQL the service recovers without intervention, and no acknowledged write is lost (R2)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await killPostgres(cleanup, { rounds: 2, seed: 2 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
