import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutSlowClients } from './cut-slow-clients.ts';

test('clients that send a byte a second, or never read, harm nobody and are cut off in time (R13)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await cutSlowClients(stage, { clients: 30, neverReadFor: 0 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
