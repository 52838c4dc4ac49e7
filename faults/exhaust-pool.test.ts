import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exhaustPool } from './exhaust-pool.ts';

test('while somebody holds what all want, callers are told to come back, and then everything works again (R5)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await exhaustPool(stage, { callers: 100 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
