import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyMoves, backOf, noteRevisions, type Revisions, wireOf } from './pending-moves.ts';
import { aTask, at } from './testing/specimens.ts';

const task = aTask({ minutes: 60, plannedMinutes: null });
const stay = { assigneeId: task.assigneeId, plannedStart: task.plannedStart };

test('a task that was made longer takes as long as its workbook expects once that is taken back', () => {
  const longer = { task, ...stay, length: { minutes: 90, plannedMinutes: 90 } };
  assert.equal(wireOf(longer, new Map()).plannedMinutes, 90);
  const back = backOf(longer, '2');
  const sent = { id: task.id, revision: '2', plannedStart: task.plannedStart, plannedMinutes: null };
  assert.deepEqual(wireOf(back, new Map()), sent);
  const [shown] = applyMoves([aTask({ minutes: 90 })], new Map([[task.id, back]]));
  assert.equal(shown!.minutes, 60);
});

test('a task that is moved again before the answer is moved from where the first moves brought it', () => {
  const revisions: Revisions = new Map();
  for (const [seen, revision] of [
    ['1', '2'],
    // It changed nothing.
    ['2', '2'],
    ['2', '3'],
  ] as const)
    noteRevisions(revisions, [{ id: task.id, revision: seen }], [{ id: task.id, revision }]);
  const again = { task, assigneeId: 7, plannedStart: at('2026-11-25', 9) };
  assert.equal(wireOf(again, revisions).revision, '3');
  assert.equal(wireOf({ ...again, task: aTask({ id: 'another' }) }, revisions).revision, '1');
});
