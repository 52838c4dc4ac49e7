import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectOverCuts } from './inspect-over-cuts.ts';

test('an inspection arrives whole over connections that are cut, though the server is killed (R17)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const options = {
    answers: 60,
    pictures: 8,
    picture: { width: 900, height: 700, sigma: 60 },
    cutEvery: 200_000,
    atOnce: 2,
    kills: 1,
    workers: 1,
  };
  const { violations, figures } = await inspectOverCuts(stage, options, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
  assert.ok(Number(figures['connections cut']) > 8);
});
