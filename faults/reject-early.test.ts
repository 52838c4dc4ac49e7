import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { rejectEarly } from './reject-early.ts';

test('a client that reuses connections gets the response to every request that is rejected early, and its next request is served (R23)', async (t) => {
  await checkScenario(t, (cleanup) => rejectEarly(cleanup, { rounds: 2, clients: 2 }, () => {}));
});
