import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killServer } from './kill-server.ts';

test('acknowledged writes survive kill -9 of the server, and no reader of the feed misses them (R1)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await killServer(cleanup, { rounds: 2, seed: 1 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
