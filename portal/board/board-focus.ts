import { type BoardRow, locateTask } from './board-layout.ts';

/** If `taskId` is null, the cell itself has the focus. */
export type Focus = { rowKey: string; column: number; taskId: string | null };

type FocusPosition = Omit<Focus, 'rowKey'> & { row: number };

const PAGE_ROWS = 8;

/** If the focused task has moved, the focus follows it. */
export const resolveFocus = (rows: readonly BoardRow[], { rowKey, column, taskId }: Focus): FocusPosition => {
  const taskPosition = taskId === null ? undefined : locateTask(rows, taskId);
  if (taskPosition) return { row: taskPosition.row, column: taskPosition.column, taskId };
  const row = Math.max(
    0,
    rows.findIndex(({ key }) => key === rowKey),
  );
  const lastColumn = (rows[row]?.cells.length ?? 1) - 1;
  return { row, column: Math.min(column, lastColumn), taskId: null };
};

/** Returns undefined at the edge of the board, and for keys that do not move the focus. */
export const findNextFocus = (rows: readonly BoardRow[], focus: Focus, key: string): Focus | undefined => {
  const { row, column, taskId } = resolveFocus(rows, focus);
  const cell = rows[row]?.cells[column] ?? [];
  const index = cell.findIndex(({ task }) => task.id === taskId);
  const columnCount = rows[row]?.cells.length ?? 0;
  const focusCell = (toRow: number, toColumn: number, isFromBelow = false): Focus | undefined => {
    const targetRow = rows[toRow];
    if (!targetRow || toColumn < 0 || toColumn >= columnCount) return undefined;
    const placedTask = targetRow.cells[toColumn]!.at(isFromBelow ? -1 : 0);
    return { rowKey: targetRow.key, column: toColumn, taskId: placedTask?.task.id ?? null };
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
      return focusCell(row, columnCount - 1);
    case 'PageDown':
      return focusCell(Math.min(row + PAGE_ROWS, rows.length - 1), column);
    case 'PageUp':
      return focusCell(Math.max(row - PAGE_ROWS, 0), column);
    default:
      return undefined;
  }
};
