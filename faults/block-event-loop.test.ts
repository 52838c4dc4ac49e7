import { test } from 'node:test';
import { blockEventLoop } from './block-event-loop.ts';
import { checkScenario } from './check-scenario.ts';

test('while maximum-size requests are being processed, a reader in another tenant is still served (R24)', async (t) => {
  await checkScenario(t, (cleanup) =>
    blockEventLoop(cleanup, { rounds: 1, tasks: 500, checkResponseTimes: false }, () => {}),
  );
});
