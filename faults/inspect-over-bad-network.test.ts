import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { inspectOverBadNetwork } from './inspect-over-bad-network.ts';

test('an inspection and its pictures are uploaded completely, even if connections are cut and the server is killed (R17)', async (t) => {
  const options = {
    answers: 60,
    pictures: 8,
    picture: { width: 900, height: 700, sigma: 60 },
    cutAfterBytes: 200_000,
    concurrentPictures: 2,
    kills: 1,
    workers: 1,
  };
  const figures = await checkScenario(t, (cleanup) => inspectOverBadNetwork(cleanup, options, () => {}));
  assert.ok(Number(figures['connections cut']) > 8);
});
