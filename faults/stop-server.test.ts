import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopServer } from './stop-server.ts';

test('after SIGTERM a server completes running requests, stops PostgreSQL and exits with 0 (R4)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await stopServer(cleanup, { rounds: 1, seed: 4 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
