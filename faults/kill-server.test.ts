import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killServer } from './kill-server.ts';

test('what was acknowledged survives kill -9 of the server, and no reader of the feed misses it (R1)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await killServer(stage, { rounds: 2, seed: 1 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
