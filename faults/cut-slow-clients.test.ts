import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { cutSlowClients } from './cut-slow-clients.ts';

test('clients that send one byte per second or never read are disconnected in time and do not affect others (R13)', async (t) => {
  await checkScenario(t, (cleanup) => cutSlowClients(cleanup, { clients: 30, neverReadFor: 0 }, () => {}));
});
