import { type BoardRow, locateTask } from './board-layout.ts';

/** The keyboard focus: either a cell, or one of its tasks. */
export type Focus = { rowKey: string; column: number; taskId: string | null };

type FocusPosition = { row: number; column: number; taskId: string | null };

const PAGE_ROWS = 8;

/** The position of the focus on the current board. If its task moves, the focus follows. */
export const resolveFocus = (rows: readonly BoardRow[], { rowKey, column, taskId }: Focus): FocusPosition => {
  const located = taskId === null ? undefined : locateTask(rows, taskId);
  if (located) return { row: located.row, column: located.column, taskId };
  const row = Math.max(
    0,
    rows.findIndex(({ key }) => key === rowKey),
  );
  const last = (rows[row]?.cells.length ?? 1) - 1;
  return { row, column: Math.min(column, last), taskId: null };
};

/** The focus after an arrow key, Home, End, PageUp or PageDown. Undefined for other keys and at the edge. */
export const nextFocus = (rows: readonly BoardRow[], focus: Focus, key: string): Focus | undefined => {
  const { row, column, taskId } = resolveFocus(rows, focus);
  const cell = rows[row]?.cells[column] ?? [];
  const index = cell.findIndex(({ task }) => task.id === taskId);
  const columns = rows[row]?.cells.length ?? 0;
  const focusCell = (toRow: number, toColumn: number, isFromBelow = false): Focus | undefined => {
    const target = rows[toRow];
    if (!target || toColumn < 0 || toColumn >= columns) return undefined;
    const task = target.cells[toColumn]!.at(isFromBelow ? -1 : 0);
    return { rowKey: target.key, column: toColumn, taskId: task?.task.id ?? null };
  };
  const focusTask = (taskIndex: number): Focus => ({
    rowKey: rows[row]!.key,
    column,
    taskId: cell[taskIndex]!.task.id,
  });
  switch (key) {
    case 'ArrowDown':
      return index + 1 < cell.length ? focusTask(index + 1) : focusCell(row + 1, column);
    case 'ArrowUp':
      return index > 0 ? focusTask(index - 1) : focusCell(row - 1, column, true);
    case 'ArrowRight':
      return focusCell(row, column + 1);
    case 'ArrowLeft':
      return focusCell(row, column - 1);
    case 'Home':
      return focusCell(row, 0);
    case 'End':
      return focusCell(row, columns - 1);
    case 'PageDown':
      return focusCell(Math.min(row + PAGE_ROWS, rows.length - 1), column);
    case 'PageUp':
      return focusCell(Math.max(row - PAGE_ROWS, 0), column);
    default:
      return undefined;
  }
};
