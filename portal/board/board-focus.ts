import type { BoardRow } from './board-layout.ts';

/** The keyboard focus: a cell, or one of its tasks. */
export type Focus = { rowKey: string; column: number; taskId: string | null };

type Place = { row: number; column: number; taskId: string | null };

const PAGE_ROWS = 8;

/** The position of the focus on the current board. The focus follows its task when the task moves. */
export const resolveFocus = (rows: readonly BoardRow[], { rowKey, column, taskId }: Focus): Place => {
  if (taskId !== null) {
    const row = rows.findIndex(({ cells }) =>
      cells.some((cell) => cell.some(({ task }) => task.id === taskId)),
    );
    const at = rows[row]?.cells.findIndex((cell) => cell.some(({ task }) => task.id === taskId));
    if (at !== undefined) return { row, column: at, taskId };
  }
  const row = Math.max(
    0,
    rows.findIndex(({ key }) => key === rowKey),
  );
  const last = (rows[row]?.cells.length ?? 1) - 1;
  return { row, column: Math.min(column, last), taskId: null };
};

/** The focus after an arrow key, Home, End, PageUp or PageDown; undefined for other keys and at the edge. */
export const nextFocus = (rows: readonly BoardRow[], focus: Focus, key: string): Focus | undefined => {
  const { row, column, taskId } = resolveFocus(rows, focus);
  const cell = rows[row]?.cells[column] ?? [];
  const index = cell.findIndex(({ task }) => task.id === taskId);
  const columns = rows[row]?.cells.length ?? 0;
  const enter = (toRow: number, toColumn: number, isFromBelow = false): Focus | undefined => {
    const target = rows[toRow];
    if (!target || toColumn < 0 || toColumn >= columns) return undefined;
    const task = target.cells[toColumn]!.at(isFromBelow ? -1 : 0);
    return { rowKey: target.key, column: toColumn, taskId: task?.task.id ?? null };
  };
  const inCell = (place: number): Focus => ({
    rowKey: rows[row]!.key,
    column,
    taskId: cell[place]!.task.id,
  });
  switch (key) {
    case 'ArrowDown':
      return index + 1 < cell.length ? inCell(index + 1) : enter(row + 1, column);
    case 'ArrowUp':
      return index > 0 ? inCell(index - 1) : enter(row - 1, column, true);
    case 'ArrowRight':
      return enter(row, column + 1);
    case 'ArrowLeft':
      return enter(row, column - 1);
    case 'Home':
      return enter(row, 0);
    case 'End':
      return enter(row, columns - 1);
    case 'PageDown':
      return enter(Math.min(row + PAGE_ROWS, rows.length - 1), column);
    case 'PageUp':
      return enter(Math.max(row - PAGE_ROWS, 0), column);
    default:
      return undefined;
  }
};
