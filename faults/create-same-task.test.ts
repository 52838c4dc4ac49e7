import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { createSameTask } from './create-same-task.ts';

test('of twenty concurrent requests that create the same task, exactly one succeeds, and a retried request takes effect once (R9)', async (t) => {
  await checkScenario(t, (cleanup) => createSameTask(cleanup, { rounds: 5 }, () => {}));
});
