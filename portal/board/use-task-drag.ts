import { type RefObject, useCallback, useRef, useState } from 'react';
import { dayText } from '#kit/days.ts';
import type { BoardRow } from './board-layout.ts';
import { type Point, scrollAtEdges, startDrag } from './drag.ts';
import { cellAt, DAYS_PX, type Geometry, HEAD_PX } from './geometry.ts';
import type { MovableTask } from './pending-moves.ts';
import { STEP_MINUTES, snap } from './placing.ts';
import { MINUTE_MS } from './task-marks.ts';
import type { ShownBoard } from './use-board.ts';
import type { BoardActions } from './use-board-actions.ts';

/** The drop target: a cell, with a time in the day view; or the list of tasks to plan. */
export type Drop = { kind: 'list' } | { kind: 'cell'; rowKey: string; column: number; at?: number };

export type TaskDrag = { tasks: readonly MovableTask[]; by: 'keys' | 'pointer'; drop: Drop | null };

type Places = {
  shown: ShownBoard;
  geometry: Geometry;
  actions: BoardActions;
  scroller: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLElement | null>;
  ghost: RefObject<HTMLElement | null>;
};

/** The tasks that are being moved, by pointer or keyboard. */
export const useTaskDrag = (places: Places) => {
  const [drag, setDrag] = useState<TaskDrag | null>(null);
  const latest = useRef(places);
  latest.current = places;

  /** Moves the drop target by arrow keys, Home and End; returns false for other keys. */
  const moveByKey = (key: string): boolean => {
    const { shown } = places;
    if (!drag || drag.drop?.kind === 'list') return false;
    const { rowKey, column, at } = drag.drop ?? { rowKey: shown.rows[0]!.key, column: 0, at: undefined };
    const row = shown.rows.findIndex(({ key: each }) => each === rowKey);
    const by = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [8, 0],
      PageUp: [-8, 0],
      Home: [0, -Number.MAX_SAFE_INTEGER],
      End: [0, Number.MAX_SAFE_INTEGER],
    }[key];
    if (!by) return false;
    const toRow = shown.rows[within(row + by[0]!, shown.rows.length)]!;
    const to = along(shown, drag.tasks, { column, at }, by[1]!);
    setDrag({ ...drag, drop: { ...to, kind: 'cell', rowKey: toRow.key } });
    return true;
  };

  /** Starts at the focused cell; in the day view at the start of the focused task. */
  const pickUp = (
    tasks: readonly MovableTask[],
    { rowKey, column, taskId }: { rowKey: string; column: number; taskId: string | null },
  ) => {
    const { columns, view } = places.shown;
    const start = tasks.find(({ id }) => id === taskId)?.plannedStart ?? null;
    const at = start === null ? columns[column]!.start : Date.parse(start);
    setDrag({ tasks, by: 'keys', drop: { kind: 'cell', rowKey, column, ...(view === 'day' && { at }) } });
  };

  const cancel = () => setDrag(null);
  const release = () => {
    setDrag(null);
    if (drag?.drop) perform(places, drag.tasks, drag.drop);
  };

  /** `gripMs`: in the day view, the time from the start of the task to the pointer. */
  const startPointerDrag = useCallback(
    (event: PointerEvent, tasks: () => readonly MovableTask[], gripMs = 0) => {
      let dragged: readonly MovableTask[] = [];
      let drop: Drop | null = null;
      startDrag(event, {
        onStart: () => {
          dragged = tasks();
          setDrag({ tasks: dragged, by: 'pointer', drop });
        },
        onFrame: (point) => {
          const { scroller, ghost } = latest.current;
          if (scroller.current) scrollAtEdges(scroller.current, point, { x: HEAD_PX, y: DAYS_PX });
          if (ghost.current) ghost.current.style.transform = `translate(${point.x + 12}px, ${point.y + 8}px)`;
          const now = dropAt(latest.current, dragged, point, gripMs);
          if (JSON.stringify(now) === JSON.stringify(drop)) return;
          drop = now;
          setDrag({ tasks: dragged, by: 'pointer', drop });
        },
        onEnd: (point) => {
          setDrag(null);
          const end = point && dropAt(latest.current, dragged, point, gripMs);
          if (end) perform(latest.current, dragged, end);
        },
      });
    },
    [],
  );

  return { drag, moveByKey, pickUp, cancel, release, dragFrom: startPointerDrag };
};

const within = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);

/** The next cell, or in the day view the next quarter of an hour. */
const along = (
  { columns, view }: ShownBoard,
  tasks: readonly MovableTask[],
  { column, at }: { column: number; at: number | undefined },
  by: number,
) => {
  if (view !== 'day') return { column: within(column + by, columns.length) };
  return placeAt(columns, tasks, (at ?? columns[column]!.start) + by * STEP_MINUTES * MINUTE_MS);
};

/** Limits a start to the shown day; a task that starts earlier may keep its start. */
const placeAt = (columns: ShownBoard['columns'], tasks: readonly MovableTask[], wanted: number) => {
  const starts = tasks.flatMap(({ plannedStart }) => (plannedStart === null ? [] : Date.parse(plannedStart)));
  const first = Math.min(columns[0]!.start, ...starts);
  const last = columns.at(-1)!.end - STEP_MINUTES * MINUTE_MS;
  const at = Math.min(Math.max(wanted, first), last);
  return {
    column: Math.max(
      0,
      columns.findLastIndex(({ start }) => start <= at),
    ),
    at,
  };
};

const perform = ({ actions, shown }: Places, tasks: readonly MovableTask[], drop: Drop) => {
  if (drop.kind === 'list') return actions.unplan(tasks);
  const row = shown.rows.find(({ key }) => key === drop.rowKey);
  if (!row || row.kind === 'others') return;
  const { person } = row;
  if (drop.at === undefined) actions.put(tasks, { person, date: shown.columns[drop.column]!.date });
  else actions.put(tasks, { person, date: dayText(new Date(drop.at)), at: drop.at });
};

const dropAt = (
  { shown, geometry, scroller, list }: Places,
  tasks: readonly MovableTask[],
  point: Point,
  gripMs: number,
): Drop | null => {
  if (isIn(list.current, point)) return { kind: 'list' };
  const board = scroller.current;
  if (!board || !isIn(board, point)) return null;
  const { left, top } = board.getBoundingClientRect();
  if (point.x < left + HEAD_PX || point.y < top + DAYS_PX) return null;
  const [x, y] = [point.x - left + board.scrollLeft, point.y - top + board.scrollTop];
  const cell = cellAt(geometry, x, y);
  const row = cell && rowAt(shown.rows, cell.row);
  if (!cell || !row) return null;
  if (shown.view !== 'day') return { kind: 'cell', rowKey: row.key, column: cell.column };
  const place = placeAt(shown.columns, tasks, snap(timeAt(shown, geometry, x) - gripMs));
  return { kind: 'cell', rowKey: row.key, ...place };
};

const rowAt = (rows: readonly BoardRow[], index: number): BoardRow | undefined => {
  const row = rows[index];
  return row?.kind === 'others' ? undefined : row;
};

/** The time at a horizontal position of the day view. */
export const timeAt = ({ columns }: Pick<ShownBoard, 'columns'>, { columnPx }: Geometry, x: number): number =>
  columns[0]!.start + ((x - HEAD_PX) / columnPx) * 60 * MINUTE_MS;

const isIn = (element: HTMLElement | null, { x, y }: Point): boolean => {
  const rect = element?.getBoundingClientRect();
  return rect !== undefined && x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
};
