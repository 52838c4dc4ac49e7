import { calculateCellRect, type Geometry, NAMES_PX, type Rect } from './geometry.ts';
import { MINUTE_MS } from './task-warnings.ts';
import type { BoardState } from './use-board.ts';
import type { TaskDrag } from './use-task-drag.ts';

export const findDropRect = (
  drag: TaskDrag | null,
  { rows, columns }: Pick<BoardState, 'rows' | 'columns'>,
  geometry: Geometry,
): Rect | null => {
  if (drag?.dropPosition?.kind !== 'cell') return null;
  const { rowKey, column, time } = drag.dropPosition;
  const row = rows.findIndex(({ key }) => key === rowKey);
  if (row === -1) return null;
  const cellRect = calculateCellRect(geometry, row, column);
  if (time === undefined) return cellRect;
  const minutes = drag.tasks.reduce((sum, task) => sum + task.minutes, 0);
  return calculatePeriodRect(cellRect, columns, geometry, time, minutes);
};

/** The rectangle is clipped to the day. `cellRect` is any cell of the row. */
export const calculatePeriodRect = (
  cellRect: Rect,
  columns: BoardState['columns'],
  { columnPx, width }: Geometry,
  start: number,
  minutes: number,
): Rect => {
  const toX = (time: number) => NAMES_PX + ((time - columns[0]!.start) / (60 * MINUTE_MS)) * columnPx;
  const left = Math.max(toX(start), NAMES_PX);
  return { ...cellRect, left, width: Math.min(toX(start + minutes * MINUTE_MS), width) - left };
};

/** Closed rows do not accept the tasks: `others`, and people outside the tasks' teams. */
export const findClosedRowKeys = (
  tasks: TaskDrag['tasks'],
  rows: BoardState['rows'],
): ReadonlySet<string> => {
  const teamIds = new Set(tasks.map(({ teamId }) => teamId));
  const isClosed = ({ kind, person }: BoardState['rows'][number]) =>
    kind === 'others' || (person !== null && !person.teamIds.some((id) => teamIds.has(id)));
  return new Set(rows.filter(isClosed).map(({ key }) => key));
};
