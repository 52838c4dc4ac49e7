import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceWorker } from './replace-worker.ts';
import { startTogether } from './start-together.ts';

test('two servers that start concurrently with no data create the schema once and serve the same data', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { violations } = await startTogether(cleanup, {}, () => {});
  assert.deepEqual(violations.slice(0, 10), []);
});

test('a server with two processes loses nothing when one of them is killed, and replaces it', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await replaceWorker(cleanup, { rounds: 1, seed: 5 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
