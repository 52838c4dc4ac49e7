import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createColumns } from './board-columns.ts';
import { findNextFocus, resolveFocus } from './board-focus.ts';
import { createPersonKey, layOutBoard, UNASSIGNED_KEY } from './board-layout.ts';
import { aPerson, aTask, FULL_WEEK, localTime } from './testing/samples.ts';

const layout = { columns: createColumns('week', '2026-11-24', FULL_WEEK), isWidthProportional: false };
const TASKS = [
  aTask({ id: 'a', assigneeId: 1, plannedStart: localTime('2026-11-24', 8) }),
  aTask({ id: 'b', assigneeId: 1, plannedStart: localTime('2026-11-24', 9) }),
  aTask({ id: 'c', assigneeId: 2, plannedStart: localTime('2026-11-24', 9) }),
];
const rows = layOutBoard({ people: [aPerson(1), aPerson(2)], tasks: TASKS, busy: [] }, layout);

test('arrow keys move through the tasks in a cell and then to the next cell', () => {
  let focus = { rowKey: UNASSIGNED_KEY, column: 1, taskId: null as string | null };
  const visited = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'End', 'Home'].map(
    (key) => {
      focus = findNextFocus(rows, focus, key)!;
      return [focus.rowKey, focus.column, focus.taskId];
    },
  );
  assert.deepEqual(visited, [
    [createPersonKey(1), 1, 'a'],
    [createPersonKey(1), 1, 'b'],
    [createPersonKey(2), 1, 'c'],
    [createPersonKey(1), 1, 'b'],
    [createPersonKey(1), 0, null],
    [createPersonKey(1), 6, null],
    [createPersonKey(1), 0, null],
  ]);
});

test('the focus stays at the edge of the board, and other keys do not move it', () => {
  const corner = { rowKey: UNASSIGNED_KEY, column: 0, taskId: null };
  for (const key of ['ArrowUp', 'ArrowLeft', 'x']) assert.equal(findNextFocus(rows, corner, key), undefined);
});

test('the focus follows a moved task, and stays in the cell of a removed task', () => {
  const newRows = layOutBoard(
    {
      people: [aPerson(1), aPerson(2)],
      tasks: [{ ...TASKS[0]!, assigneeId: 2, plannedStart: localTime('2026-11-26', 8) }],
      busy: [],
    },
    layout,
  );
  const focus = { rowKey: createPersonKey(1), column: 1, taskId: 'a' };
  assert.deepEqual(resolveFocus(newRows, focus), { row: 2, column: 3, taskId: 'a' });
  assert.deepEqual(resolveFocus(newRows, { ...focus, taskId: 'b' }), { row: 1, column: 1, taskId: null });
});
