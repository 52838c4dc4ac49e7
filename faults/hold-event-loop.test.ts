import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { holdEventLoop } from './hold-event-loop.ts';

test('while requests at their limits are processed, a reader of another tenant is served in between (R24)', async (t) => {
  await checkScenario(t, (cleanup) =>
    holdEventLoop(cleanup, { rounds: 1, tasks: 500, checksTime: false }, () => {}),
  );
});
