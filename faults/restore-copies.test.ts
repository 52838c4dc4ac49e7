import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { restoreCopies } from './restore-copies.ts';

test('after a copy of the data folder is restored, no reader with a token from the lost history misses a change', async (t) => {
  await checkScenario(t, (cleanup) => restoreCopies(cleanup, { rounds: 1 }, () => {}));
});
