import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { freezePostgres } from './freeze-postgres.ts';

test('while PostgreSQL does not respond, requests get 503 with Retry-After; afterwards, the service works again (R3)', async (t) => {
  await checkScenario(t, (cleanup) => freezePostgres(cleanup, { seconds: 20, seed: 1 }, () => {}));
});
