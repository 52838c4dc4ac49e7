import { type Geometry, HEAD_PX, type Rect, rectOfCell } from './geometry.ts';
import { MINUTE_MS } from './task-marks.ts';
import type { ShownBoard } from './use-board.ts';
import type { TaskDrag } from './use-task-drag.ts';

/** The rectangle where the moved tasks would be dropped; null when outside the board. */
export const dropRectOf = (
  drag: TaskDrag | null,
  { rows, columns }: Pick<ShownBoard, 'rows' | 'columns'>,
  geometry: Geometry,
): Rect | null => {
  if (drag?.drop?.kind !== 'cell') return null;
  const { rowKey, column, at } = drag.drop;
  const row = rows.findIndex(({ key }) => key === rowKey);
  if (row === -1) return null;
  const cell = rectOfCell(geometry, row, column);
  if (at === undefined) return cell;
  const minutes = drag.tasks.reduce((sum, task) => sum + task.minutes, 0);
  return timeRectOf(cell, columns, geometry, at, minutes);
};

/** The rectangle of a period in a row of the day view, clipped to the day. */
export const timeRectOf = (
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

/** Keys of the rows that do not accept the tasks: people outside the tasks' teams, and the read-only row. */
export const rowsNotAccepting = (tasks: TaskDrag['tasks'], rows: ShownBoard['rows']): ReadonlySet<string> => {
  const teams = new Set(tasks.map(({ teamId }) => teamId));
  const isNotAccepting = ({ kind, person }: ShownBoard['rows'][number]) =>
    kind === 'others' || (person !== null && !person.teamIds.some((id) => teams.has(id)));
  return new Set(rows.filter(isNotAccepting).map(({ key }) => key));
};
