import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopServer } from './stop-server.ts';

test('a server that is told to stop finishes what is in flight, ends PostgreSQL and exits with 0 (R4)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await stopServer(stage, { rounds: 1, seed: 4 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
