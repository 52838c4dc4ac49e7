import { type RefObject, useCallback, useRef, useState } from 'react';
import { formatIsoDate } from '#kit/days.ts';
import type { BoardRow } from './board-layout.ts';
import { type Point, scrollAtEdges, startDrag } from './drag.ts';
import { findCell, type Geometry, HEADER_PX, NAMES_PX } from './geometry.ts';
import type { MovableTask } from './pending-moves.ts';
import { STEP_MINUTES, snap } from './place-tasks.ts';
import { MINUTE_MS } from './task-warnings.ts';
import type { BoardState } from './use-board.ts';
import type { BoardActions } from './use-board-actions.ts';

/** The drop target: either a cell, with a time in the day view, or the list of tasks to plan. */
export type Drop = { kind: 'list' } | { kind: 'cell'; rowKey: string; column: number; time?: number };

export type TaskDrag = { tasks: readonly MovableTask[]; by: 'keys' | 'pointer'; drop: Drop | null };

type DragContext = {
  board: BoardState;
  geometry: Geometry;
  actions: BoardActions;
  scroller: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLElement | null>;
  dragImage: RefObject<HTMLElement | null>;
};

export const useTaskDrag = (context: DragContext) => {
  const [drag, setDrag] = useState<TaskDrag | null>(null);
  const latest = useRef(context);
  latest.current = context;

  /** Moves the drop target in response to arrow keys, Home, End, PageUp and PageDown. Returns false for other keys. */
  const moveByKey = (key: string): boolean => {
    const { board } = context;
    if (!drag || drag.drop?.kind === 'list') return false;
    const { rowKey, column, time } = drag.drop ?? {
      rowKey: board.rows[0]!.key,
      column: 0,
      time: undefined,
    };
    const row = board.rows.findIndex((candidate) => candidate.key === rowKey);
    const delta = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [8, 0],
      PageUp: [-8, 0],
      Home: [0, -Number.MAX_SAFE_INTEGER],
      End: [0, Number.MAX_SAFE_INTEGER],
    }[key];
    if (!delta) return false;
    const targetRow = board.rows[clampIndex(row + delta[0]!, board.rows.length)]!;
    const target = stepColumn(board, drag.tasks, { column, time }, delta[1]!);
    setDrag({ ...drag, drop: { ...target, kind: 'cell', rowKey: targetRow.key } });
    return true;
  };

  /** Starts a drag by keyboard, at the focused cell or, in the day view, where the focused task starts. */
  const pickUp = (
    tasks: readonly MovableTask[],
    { rowKey, column, taskId }: { rowKey: string; column: number; taskId: string | null },
  ) => {
    const { columns, view } = context.board;
    const start = tasks.find(({ id }) => id === taskId)?.plannedStart ?? null;
    const time = start === null ? columns[column]!.start : Date.parse(start);
    setDrag({ tasks, by: 'keys', drop: { kind: 'cell', rowKey, column, ...(view === 'day' && { time }) } });
  };

  const cancel = () => setDrag(null);
  const release = () => {
    setDrag(null);
    if (drag?.drop) dropTasks(context, drag.tasks, drag.drop);
  };

  /** `gripMs` is the time from the start of the task to the pointer, in the day view. */
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
          const { scroller, dragImage } = latest.current;
          if (scroller.current) scrollAtEdges(scroller.current, point, { x: NAMES_PX, y: HEADER_PX });
          if (dragImage.current)
            dragImage.current.style.transform = `translate(${point.x + 12}px, ${point.y + 8}px)`;
          const target = findDrop(latest.current, dragged, point, gripMs);
          if (JSON.stringify(target) === JSON.stringify(drop)) return;
          drop = target;
          setDrag({ tasks: dragged, by: 'pointer', drop });
        },
        onEnd: (point) => {
          setDrag(null);
          const end = point && findDrop(latest.current, dragged, point, gripMs);
          if (end) dropTasks(latest.current, dragged, end);
        },
      });
    },
    [],
  );

  return { drag, moveByKey, pickUp, cancel, release, startPointerDrag };
};

const clampIndex = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);

/** Moves by `count` columns or, in the day view, by `count` quarters of an hour. */
const stepColumn = (
  { columns, view }: BoardState,
  tasks: readonly MovableTask[],
  { column, time }: { column: number; time: number | undefined },
  count: number,
) => {
  if (view !== 'day') return { column: clampIndex(column + count, columns.length) };
  return clampStart(columns, tasks, (time ?? columns[column]!.start) + count * STEP_MINUTES * MINUTE_MS);
};

/** Limits a start to the day, except that a task that starts earlier may keep its start. */
const clampStart = (columns: BoardState['columns'], tasks: readonly MovableTask[], start: number) => {
  const starts = tasks.flatMap(({ plannedStart }) => (plannedStart === null ? [] : Date.parse(plannedStart)));
  const first = Math.min(columns[0]!.start, ...starts);
  const last = columns.at(-1)!.end - STEP_MINUTES * MINUTE_MS;
  const time = Math.min(Math.max(start, first), last);
  return {
    column: Math.max(
      0,
      columns.findLastIndex((column) => column.start <= time),
    ),
    time,
  };
};

const dropTasks = ({ actions, board }: DragContext, tasks: readonly MovableTask[], drop: Drop) => {
  if (drop.kind === 'list') return actions.unplan(tasks);
  const row = board.rows.find(({ key }) => key === drop.rowKey);
  if (!row || row.kind === 'others') return;
  const { person } = row;
  if (drop.time === undefined) actions.plan(tasks, { person, date: board.columns[drop.column]!.date });
  else actions.plan(tasks, { person, date: formatIsoDate(new Date(drop.time)), time: drop.time });
};

const findDrop = (
  { board, geometry, scroller, list }: DragContext,
  tasks: readonly MovableTask[],
  point: Point,
  gripMs: number,
): Drop | null => {
  if (containsPoint(list.current, point)) return { kind: 'list' };
  const grid = scroller.current;
  if (!grid || !containsPoint(grid, point)) return null;
  const { left, top } = grid.getBoundingClientRect();
  if (point.x < left + NAMES_PX || point.y < top + HEADER_PX) return null;
  const [x, y] = [point.x - left + grid.scrollLeft, point.y - top + grid.scrollTop];
  const cell = findCell(geometry, x, y);
  const row = cell && findDropRow(board.rows, cell.row);
  if (!cell || !row) return null;
  if (board.view !== 'day') return { kind: 'cell', rowKey: row.key, column: cell.column };
  const target = clampStart(board.columns, tasks, snap(toTime(board, geometry, x) - gripMs));
  return { kind: 'cell', rowKey: row.key, ...target };
};

const findDropRow = (rows: readonly BoardRow[], index: number): BoardRow | undefined => {
  const row = rows[index];
  return row?.kind === 'others' ? undefined : row;
};

/** The time at a horizontal position in the day view. */
export const toTime = ({ columns }: Pick<BoardState, 'columns'>, { columnPx }: Geometry, x: number): number =>
  columns[0]!.start + ((x - NAMES_PX) / columnPx) * 60 * MINUTE_MS;

const containsPoint = (element: HTMLElement | null, { x, y }: Point): boolean => {
  const rect = element?.getBoundingClientRect();
  return rect !== undefined && x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
};
