import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceWorker } from './replace-worker.ts';
import { startTogether } from './start-together.ts';

test('two servers that start at once where nothing is make the schema once and serve the same', async () => {
  await using stage = new AsyncDisposableStack();
  const { violations } = await startTogether(stage, {}, () => {});
  assert.deepEqual(violations.slice(0, 10), []);
});

test('a server of two processes loses nothing when one of them is killed, and replaces it', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await replaceWorker(stage, { rounds: 1, seed: 5 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
