import { test } from 'node:test';
import { answerFromDevices } from './answer-from-devices.ts';
import { checkScenario } from './check-scenario.ts';

test('no answer from several devices is lost or stored twice when the server is killed (R1, R19)', async (t) => {
  await checkScenario(t, (cleanup) => answerFromDevices(cleanup, { rounds: 2, seed: 1 }, () => {}));
});
