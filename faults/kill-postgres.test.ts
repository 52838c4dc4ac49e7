import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { killPostgres } from './kill-postgres.ts';

test('after kill -9 of PostgreSQL, the service recovers without intervention, and no acknowledged write is lost (R2)', async (t) => {
  await checkScenario(t, (cleanup) => killPostgres(cleanup, { rounds: 2, seed: 2 }, () => {}));
});
