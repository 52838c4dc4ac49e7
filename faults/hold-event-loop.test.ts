import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdEventLoop } from './hold-event-loop.ts';

test('requests at their limits are answered, and a reader of another tenant is served in between (R24)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await holdEventLoop(
    stage,
    { rounds: 1, tasks: 500, judgesTime: false },
    () => {},
  );
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations, []);
});
