import { cellRect, type Geometry, NAMES_PX, type Rect } from './geometry.ts';
import { MINUTE_MS } from './task-warnings.ts';
import type { BoardState } from './use-board.ts';
import type { TaskDrag } from './use-task-drag.ts';

export const findDropRect = (
  drag: TaskDrag | null,
  { rows, columns }: Pick<BoardState, 'rows' | 'columns'>,
  geometry: Geometry,
): Rect | null => {
  if (drag?.drop?.kind !== 'cell') return null;
  const { rowKey, column, time } = drag.drop;
  const row = rows.findIndex(({ key }) => key === rowKey);
  if (row === -1) return null;
  const cell = cellRect(geometry, row, column);
  if (time === undefined) return cell;
  const minutes = drag.tasks.reduce((sum, task) => sum + task.minutes, 0);
  return clipToDay(cell, columns, geometry, time, minutes);
};

export const clipToDay = (
  row: Rect,
  columns: BoardState['columns'],
  { columnPx, width }: Geometry,
  start: number,
  minutes: number,
): Rect => {
  const toX = (time: number) => NAMES_PX + ((time - columns[0]!.start) / (60 * MINUTE_MS)) * columnPx;
  const left = Math.max(toX(start), NAMES_PX);
  return { ...row, left, width: Math.min(toX(start + minutes * MINUTE_MS), width) - left };
};

/** Finds the keys of rows that do not accept the tasks: people outside the tasks' teams, and `others`. */
export const findClosedRowKeys = (
  tasks: TaskDrag['tasks'],
  rows: BoardState['rows'],
): ReadonlySet<string> => {
  const teams = new Set(tasks.map(({ teamId }) => teamId));
  const isClosed = ({ kind, person }: BoardState['rows'][number]) =>
    kind === 'others' || (person !== null && !person.teamIds.some((id) => teams.has(id)));
  return new Set(rows.filter(isClosed).map(({ key }) => key));
};
