import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { sendHostileBodies } from './send-hostile-bodies.ts';

test('every request with a malicious body gets a clear response, and memory use stays flat (R14)', async (t) => {
  await checkScenario(t, (cleanup) => sendHostileBodies(cleanup, { rounds: 2 }, () => {}));
});
