import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { stopServer } from './stop-server.ts';

test('after SIGTERM, a server finishes the requests in progress, stops PostgreSQL and exits with code 0 (R4)', async (t) => {
  await checkScenario(t, (cleanup) => stopServer(cleanup, { rounds: 1, seed: 4 }, () => {}));
});
