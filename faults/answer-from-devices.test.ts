import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFromDevices } from './answer-from-devices.ts';

test('devices that answer one inspection lose nothing when the server is killed, and keep nothing twice (R1, R19)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await answerFromDevices(stage, { rounds: 2, seed: 1 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
