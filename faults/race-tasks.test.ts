import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkScenario } from './check-scenario.ts';
import { isLinearizable, raceTasks } from './race-tasks.ts';

const assignedTask = { state: 'Assigned', hasInspection: false, revision: 0 } as const;

test('a start and a deletion that both succeeded are not linearizable', () => {
  const results = [
    { action: 'start', revision: 1, hasSucceeded: true },
    { action: 'delete', revision: 2, hasSucceeded: true },
  ] as const;
  assert.ok(!isLinearizable(assignedTask, results, { ...assignedTask, state: 'deleted' }));
  assert.ok(
    isLinearizable(assignedTask, [results[0], { ...results[1], hasSucceeded: false }], {
      state: 'Active',
      hasInspection: true,
      revision: 0,
    }),
  );
});

test('an edit that succeeded but was lost is not linearizable', () => {
  const results = [{ action: 'edit', revision: 1, hasSucceeded: true }] as const;
  assert.ok(!isLinearizable(assignedTask, results, assignedTask));
});

test('concurrent requests that start, cancel, delete, edit, answer, complete and review one task are linearizable (R8)', async (t) => {
  await checkScenario(t, (cleanup) => raceTasks(cleanup, { races: 100, seed: 8 }, () => {}));
});
