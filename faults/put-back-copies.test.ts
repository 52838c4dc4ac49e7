import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putBackCopies } from './put-back-copies.ts';

test('after a copy of the whole data folder was put back, no token of the lost history skips a change', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await putBackCopies(stage, { rounds: 1 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
