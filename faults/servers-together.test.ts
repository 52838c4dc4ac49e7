import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { replaceWorker } from './replace-worker.ts';
import { startTogether } from './start-together.ts';

test('two servers that start at the same time on an empty database create the schema only once and then serve the same data', async (t) => {
  await checkScenario(t, (cleanup) => startTogether(cleanup, {}, () => {}));
});

test("if one of a server's two processes is killed, the server loses nothing and replaces the process", async (t) => {
  await checkScenario(t, (cleanup) => replaceWorker(cleanup, { rounds: 1, seed: 5 }, () => {}));
});
