import { type Geometry, HEAD_PX, type Rect, rectOfCell } from './geometry.ts';
import { MINUTE_MS } from './task-marks.ts';
import type { ShownBoard } from './use-board.ts';
import type { Carry } from './use-carry.ts';

/** Where on the surface what is carried would lie; null: nowhere on the board. */
export const markOf = (
  carry: Carry | null,
  { rows, columns }: Pick<ShownBoard, 'rows' | 'columns'>,
  geometry: Geometry,
): Rect | null => {
  if (carry?.drop?.kind !== 'cell') return null;
  const { rowKey, column, at } = carry.drop;
  const row = rows.findIndex(({ key }) => key === rowKey);
  if (row === -1) return null;
  const cell = rectOfCell(geometry, row, column);
  if (at === undefined) return cell;
  const minutes = carry.tasks.reduce((sum, task) => sum + task.minutes, 0);
  return stretchOf(cell, columns, geometry, at, minutes);
};

/** A stretch of time in a row of the day view: what of it lies on the day. */
export const stretchOf = (
  row: Rect,
  columns: ShownBoard['columns'],
  { columnPx, width }: Geometry,
  at: number,
  minutes: number,
): Rect => {
  const xOf = (time: number) => HEAD_PX + ((time - columns[0]!.start) / (60 * MINUTE_MS)) * columnPx;
  const left = Math.max(xOf(at), HEAD_PX);
  return { ...row, left, width: Math.min(xOf(at + minutes * MINUTE_MS), width) - left };
};

/** Rows of people who perform tasks in none of the teams, and those that are only looked at. */
export const rowsClosedTo = (tasks: Carry['tasks'], rows: ShownBoard['rows']): ReadonlySet<string> => {
  const teams = new Set(tasks.map(({ teamId }) => teamId));
  const isClosed = ({ kind, person }: ShownBoard['rows'][number]) =>
    kind === 'others' || (person !== null && !person.teamIds.some((id) => teams.has(id)));
  return new Set(rows.filter(isClosed).map(({ key }) => key));
};
