import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { raceFeed } from './race-feed.ts';

test('no reader of the feed misses a change of twelve concurrent writers, some of them slow or aborted (R7)', async (t) => {
  const figures = await checkScenario(t, (cleanup) =>
    raceFeed(cleanup, { seconds: 6, seed: 7, freezes: false }, () => {}),
  );
  for (const count of ['deletions', 'held open', 'aborted']) assert.notEqual(figures[count], 0, count);
});
