import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { restoreDatabase } from './restore-database.ts';

test('after a restore, tokens from before the backup remain valid, and a token from the lost history gets the whole feed (decision C6)', async (t) => {
  await checkScenario(t, (cleanup) => restoreDatabase(cleanup, { tasks: 10 }, () => {}));
});
