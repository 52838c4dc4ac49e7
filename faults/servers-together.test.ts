import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { replaceWorker } from './replace-worker.ts';
import { startTogether } from './start-together.ts';

test('two servers that start concurrently with no data create the schema once and serve the same data', async (t) => {
  await checkScenario(t, (cleanup) => startTogether(cleanup, {}, () => {}));
});

test('a server with two processes loses nothing when one of them is killed, and replaces it', async (t) => {
  await checkScenario(t, (cleanup) => replaceWorker(cleanup, { rounds: 1, seed: 5 }, () => {}));
});
