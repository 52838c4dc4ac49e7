import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { restoreCopies } from './restore-copies.ts';

test('after a copy of the whole data folder was restored, no token of the lost history skips a change', async (t) => {
  await checkScenario(t, (cleanup) => restoreCopies(cleanup, { rounds: 1 }, () => {}));
});
