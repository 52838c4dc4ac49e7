import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createColumns } from './board-columns.ts';
import { nextFocus, resolveFocus } from './board-focus.ts';
import { layOutBoard, personKey, UNASSIGNED_KEY } from './board-layout.ts';
import { aPerson, aTask, FULL_WEEK, localTime } from './testing/samples.ts';

const shape = { columns: createColumns('week', '2026-11-24', FULL_WEEK), showsDuration: false };
const TASKS = [
  aTask({ id: 'a', assigneeId: 1, plannedStart: localTime('2026-11-24', 8) }),
  aTask({ id: 'b', assigneeId: 1, plannedStart: localTime('2026-11-24', 9) }),
  aTask({ id: 'c', assigneeId: 2, plannedStart: localTime('2026-11-24', 9) }),
];
const rows = layOutBoard({ people: [aPerson(1), aPerson(2)], tasks: TASKS, busy: [] }, shape);

test('arrow keys move through the tasks in a cell and then to the next cell', () => {
  let focus = { rowKey: UNASSIGNED_KEY, column: 1, taskId: null as string | null };
  const visited = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'End', 'Home'].map(
    (key) => {
      focus = nextFocus(rows, focus, key)!;
      return [focus.rowKey, focus.column, focus.taskId];
    },
  );
  assert.deepEqual(visited, [
    [personKey(1), 1, 'a'],
    [personKey(1), 1, 'b'],
    [personKey(2), 1, 'c'],
    [personKey(1), 1, 'b'],
    [personKey(1), 0, null],
    [personKey(1), 6, null],
    [personKey(1), 0, null],
  ]);
});

test('the focus stays at the edge of the board, and ignores other keys', () => {
  const corner = { rowKey: UNASSIGNED_KEY, column: 0, taskId: null };
  for (const key of ['ArrowUp', 'ArrowLeft', 'x']) assert.equal(nextFocus(rows, corner, key), undefined);
});

test('the focus follows a moved task, and stays in the cell of a removed task', () => {
  const moved = layOutBoard(
    {
      people: [aPerson(1), aPerson(2)],
      tasks: [{ ...TASKS[0]!, assigneeId: 2, plannedStart: localTime('2026-11-26', 8) }],
      busy: [],
    },
    shape,
  );
  const focus = { rowKey: personKey(1), column: 1, taskId: 'a' };
  assert.deepEqual(resolveFocus(moved, focus), { row: 2, column: 3, taskId: 'a' });
  assert.deepEqual(resolveFocus(moved, { ...focus, taskId: 'b' }), { row: 1, column: 1, taskId: null });
});
