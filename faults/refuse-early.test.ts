import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseEarly } from './refuse-early.ts';

test('a client that reuses its connections reads every early refusal, and its next request is served (R23)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await refuseEarly(stage, { rounds: 2, clients: 2 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 20), []);
});
