import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdEventLoop } from './hold-event-loop.ts';

test('while requests at their limits are processed, a reader of another tenant is served in between (R24)', async (t) => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await holdEventLoop(
    cleanup,
    { rounds: 1, tasks: 500, checksTime: false },
    () => {},
  );
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations, []);
});
