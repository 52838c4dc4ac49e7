import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { killServer } from './kill-server.ts';

test('acknowledged writes survive kill -9 of the server, and no feed reader misses them (R1)', async (t) => {
  await checkScenario(t, (cleanup) => killServer(cleanup, { rounds: 2, seed: 1 }, () => {}));
});
