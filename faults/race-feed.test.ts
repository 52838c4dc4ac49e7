import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceFeed } from './race-feed.ts';

test('twelve writers, slow and aborted ones among them, and no reader of the feed misses a change (R7)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await raceFeed(stage, { seconds: 6, seed: 7, freezes: false }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
  for (const count of ['deletions', 'held open', 'aborted']) assert.notEqual(figures[count], 0, count);
});
