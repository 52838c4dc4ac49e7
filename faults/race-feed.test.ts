import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceFeed } from './race-feed.ts';

test('no reader of the feed misses a change of twelve concurrent writers, some of them slow or aborted (R7)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await raceFeed(cleanup, { seconds: 6, seed: 7, freezes: false }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
  for (const count of ['deletions', 'held open', 'aborted']) assert.notEqual(figures[count], 0, count);
});
