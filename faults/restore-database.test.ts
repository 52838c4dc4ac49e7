import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restoreDatabase } from './restore-database.ts';

test('after a restore, tokens from before the backup remain valid, and a token of the lost history gets the whole feed (decision C6)', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { violations } = await restoreDatabase(cleanup, { tasks: 10 }, () => {});
  assert.deepEqual(violations.slice(0, 10), []);
});
