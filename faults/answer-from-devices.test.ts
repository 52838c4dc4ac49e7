import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFromDevices } from './answer-from-devices.ts';

test('no answer from several devices is lost or stored twice when the server is killed (R1, R19)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await answerFromDevices(cleanup, { rounds: 2, seed: 1 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
