import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restoreDatabase } from './restore-database.ts';

test('after a restore old tokens go on, and a token of the lost future is served everything (decision C6)', async () => {
  await using stage = new AsyncDisposableStack();
  const { violations } = await restoreDatabase(stage, { tasks: 10 }, () => {});
  assert.deepEqual(violations.slice(0, 10), []);
});
