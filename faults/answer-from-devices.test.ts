import { test } from 'node:test';
import { answerFromDevices } from './answer-from-devices.ts';
import { checkScenario } from './check-scenario.ts';

test('if the server is killed while several devices send answers, no answer is lost or stored twice (R1, R19)', async (t) => {
  await checkScenario(t, (cleanup) => answerFromDevices(cleanup, { rounds: 2, seed: 1 }, () => {}));
});
