import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyMoves, invertMove, type Revisions, recordRevisions, toTaskMove } from './pending-moves.ts';
import { aTask, localTime } from './testing/samples.ts';

const task = aTask({ minutes: 60, plannedMinutes: null });
const samePlan = { assigneeId: task.assigneeId, plannedStart: task.plannedStart };

test('undoing a resize restores the workbook’s expected duration', () => {
  const resizeMove = { task, ...samePlan, duration: { minutes: 90, plannedMinutes: 90 } };
  assert.equal(toTaskMove(resizeMove, new Map()).plannedMinutes, 90);
  const undoMove = invertMove(resizeMove, '2');
  const sentMove = { id: task.id, revision: '2', plannedStart: task.plannedStart, plannedMinutes: null };
  assert.deepEqual(toTaskMove(undoMove, new Map()), sentMove);
  const [shownTask] = applyMoves([aTask({ minutes: 90 })], new Map([[task.id, undoMove]]));
  assert.equal(shownTask!.minutes, 60);
});

test('a move made before the previous response arrives is sent with the revision from that response', () => {
  const revisions: Revisions = new Map();
  for (const [sentRevision, revision] of [
    ['1', '2'],
    // The second move changed nothing.
    ['2', '2'],
    ['2', '3'],
  ] as const)
    recordRevisions(revisions, [{ id: task.id, revision: sentRevision }], [{ id: task.id, revision }]);
  const secondMove = { task, assigneeId: 7, plannedStart: localTime('2026-11-25', 9) };
  assert.equal(toTaskMove(secondMove, revisions).revision, '3');
  assert.equal(toTaskMove({ ...secondMove, task: aTask({ id: 'another' }) }, revisions).revision, '1');
});
