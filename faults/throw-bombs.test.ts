import assert from 'node:assert/strict';
import { test } from 'node:test';
import { throwBombs } from './throw-bombs.ts';

test('a body that is made to break the server is answered clearly and leaves no memory behind (R14)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await throwBombs(stage, { rounds: 2 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 20), []);
});
