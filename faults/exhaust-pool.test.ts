import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { exhaustPool } from './exhaust-pool.ts';

test('while one transaction holds a lock that all requests need, the requests are rejected with Retry-After; afterwards, everything works again (R5)', async (t) => {
  await checkScenario(t, (cleanup) => exhaustPool(cleanup, { concurrentEdits: 100 }, () => {}));
});
