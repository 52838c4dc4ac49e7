import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backUpAndRestore } from './back-up-and-restore.ts';

test('a backup taken under load can be restored into another database, and old tokens of the feed lead to its state (R10)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await backUpAndRestore(cleanup, { kills: 1, seed: 1 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
