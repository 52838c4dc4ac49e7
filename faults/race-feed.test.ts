import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { raceFeed } from './race-feed.ts';

test('with twelve concurrent writers, some of which are slow or abort, no feed reader misses a change (R7)', async (t) => {
  const figures = await checkScenario(t, (cleanup) =>
    raceFeed(cleanup, { seconds: 6, seed: 7, shouldFreezeServer: false }, () => {}),
  );
  for (const count of ['deletions', 'held open', 'aborted']) assert.notEqual(figures[count], 0, count);
});
