import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { createSameTask } from './create-same-task.ts';

test('of twenty concurrent requests to create the same task, exactly one succeeds; with the same Idempotency-Key, all succeed and create a single task (R9)', async (t) => {
  await checkScenario(t, (cleanup) => createSameTask(cleanup, { rounds: 5 }, () => {}));
});
