import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { fillQueue } from './fill-queue.ts';

test('a query plan cached for an empty queue is also fast with 100,000 pending changes', async (t) => {
  await checkScenario(t, (cleanup) =>
    fillQueue(
      cleanup,
      { tasks: 20_000, pendingChanges: 100_000, pages: 100, isFreshSession: false },
      () => {},
    ),
  );
});
