import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutSlowClients } from './cut-slow-clients.ts';

test('clients that send one byte per second or never read are disconnected in time and do not affect others (R13)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await cutSlowClients(cleanup, { clients: 30, neverReadFor: 0 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
