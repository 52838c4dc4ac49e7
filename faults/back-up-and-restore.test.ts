import { test } from 'node:test';
import { backUpAndRestore } from './back-up-and-restore.ts';
import { checkScenario } from './check-scenario.ts';

test('a backup created under load can be restored into another database, and readers with old feed tokens catch up with the restored state (R10)', async (t) => {
  await checkScenario(t, (cleanup) => backUpAndRestore(cleanup, { kills: 1, seed: 1 }, () => {}));
});
