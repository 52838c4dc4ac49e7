import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { cutSlowClients } from './cut-slow-clients.ts';

test('clients that send one byte per second are disconnected, and neither they nor clients that never read their responses affect other clients (R13)', async (t) => {
  await checkScenario(t, (cleanup) =>
    cutSlowClients(cleanup, { clients: 30, secondsWithoutReading: 0 }, () => {}),
  );
});
