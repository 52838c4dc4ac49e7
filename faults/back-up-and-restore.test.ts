import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backUpAndRestore } from './back-up-and-restore.ts';

test('a backup under load restores elsewhere, and old tokens lead to the state of the tables (R10)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await backUpAndRestore(stage, { kills: 1, seed: 1 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
