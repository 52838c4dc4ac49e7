import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isExplained, raceTasks } from './race-tasks.ts';

const assigned = { state: 'Assigned', hasInspection: false, revision: 0 } as const;

test('a start and a deletion that were both done are explained by no order', () => {
  const told = [
    { action: 'start', revision: 1, isDone: true },
    { action: 'delete', revision: 2, isDone: true },
  ] as const;
  assert.ok(!isExplained(assigned, told, { ...assigned, state: 'deleted' }));
  assert.ok(
    isExplained(assigned, [told[0], { ...told[1], isDone: false }], {
      state: 'Active',
      hasInspection: true,
      revision: 0,
    }),
  );
});

test('an edit that was done and is not there is explained by no order', () => {
  const told = [{ action: 'edit', revision: 1, isDone: true }] as const;
  assert.ok(!isExplained(assigned, told, assigned));
});

test('one order explains every answer of those who start, cancel, delete, edit, answer, complete and review the same task at once (R8)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const { violations, figures } = await raceTasks(stage, { races: 100, seed: 8 }, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
});
