import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardTask } from '#contract/board.ts';
import { findProblems } from './plan-problems.ts';
import { aPerson, aTask, localTime } from './testing/samples.ts';

const DAY = '2026-11-24';
const people = [aPerson(1), aPerson(2, { absentOn: DAY })];
const existing = aTask({ id: 'existing', plannedStart: localTime(DAY, 8), minutes: 120 });
const board = { people, tasks: [existing], busy: [] };

const moveTo = (assigneeId: number | null, hour: number, overrides: Partial<BoardTask> = {}) => ({
  task: aTask({ id: `moved to ${hour}`, ...overrides }),
  assigneeId,
  plannedStart: localTime(DAY, hour),
});

test('a move to a free slot causes no problems', () => {
  assert.deepEqual(findProblems([moveTo(1, 10)], board), []);
  assert.deepEqual(findProblems([moveTo(null, 3)], board), []);
  assert.deepEqual(findProblems([{ ...moveTo(1, 9), plannedStart: null }], board), []);
});

test('problems are counted for moved tasks that overlap, are outside working hours or would be late, but not for existing tasks', () => {
  const moves = [moveTo(1, 9), moveTo(1, 16, { dueDate: localTime(DAY, 12) })];
  assert.deepEqual(findProblems(moves, board), [
    { warning: 'willBeLate', count: 1 },
    { warning: 'outsideHours', count: 1 },
    { warning: 'overlaps', count: 1 },
  ]);
});

test('problems are counted for moved tasks that overlap work for another team, and for tasks of an absent person', () => {
  const busy = [{ userId: 1, plannedStart: localTime(DAY, 12), minutes: 60 }];
  assert.deepEqual(findProblems([moveTo(1, 12)], { ...board, busy }), [{ warning: 'overlaps', count: 1 }]);
  assert.deepEqual(findProblems([moveTo(2, 12)], board), [{ warning: 'absent', count: 1 }]);
});

test('a task that is already late is not a problem caused by its move', () => {
  const lateTask = { isLate: true, dueDate: localTime('2026-11-20', 8) };
  assert.deepEqual(findProblems([moveTo(1, 10, lateTask)], board), []);
});
