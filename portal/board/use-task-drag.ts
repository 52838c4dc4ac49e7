import { type RefObject, useCallback, useRef, useState } from 'react';
import { formatIsoDate } from '#kit/days.ts';
import type { Focus } from './board-focus.ts';
import { type Point, scrollAtEdges, startDrag } from './drag.ts';
import { findCell, type Geometry, HEADER_PX, NAMES_PX } from './geometry.ts';
import type { MovableTask } from './pending-moves.ts';
import { STEP_MINUTES, snapTime } from './place-tasks.ts';
import { MINUTE_MS } from './task-warnings.ts';
import type { BoardState } from './use-board.ts';
import type { BoardActions } from './use-board-actions.ts';

/** Only the day view has times. The list contains the tasks to plan. */
type DropPosition = { kind: 'list' } | { kind: 'cell'; rowKey: string; column: number; time?: number };

export type TaskDrag = {
  tasks: readonly MovableTask[];
  inputMethod: 'keyboard' | 'pointer';
  dropPosition: DropPosition | null;
};

type DragContext = {
  board: BoardState;
  geometry: Geometry;
  actions: BoardActions;
  scroller: RefObject<HTMLDivElement | null>;
  listPanel: RefObject<HTMLElement | null>;
  dragImage: RefObject<HTMLElement | null>;
};

export const useTaskDrag = (context: DragContext) => {
  const [drag, setDrag] = useState<TaskDrag | null>(null);
  const latestContext = useRef(context);
  latestContext.current = context;

  /** Returns false for keys that do not move the drop position. */
  const moveByKey = (key: string): boolean => {
    const { board } = context;
    if (!drag || drag.dropPosition?.kind === 'list') return false;
    const { rowKey, column, time } = drag.dropPosition ?? {
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
    const newColumn = moveColumn(board, drag.tasks, { column, time }, delta[1]!);
    setDrag({ ...drag, dropPosition: { ...newColumn, kind: 'cell', rowKey: targetRow.key } });
    return true;
  };

  /** In the day view, the drag starts at the start time of the focused task. */
  const pickUp = (tasks: readonly MovableTask[], { rowKey, column, taskId }: Focus) => {
    const { columns, view } = context.board;
    const start = tasks.find(({ id }) => id === taskId)?.plannedStart ?? null;
    const time = start === null ? columns[column]!.start : Date.parse(start);
    setDrag({
      tasks,
      inputMethod: 'keyboard',
      dropPosition: { kind: 'cell', rowKey, column, ...(view === 'day' && { time }) },
    });
  };

  const cancel = () => setDrag(null);
  const drop = () => {
    setDrag(null);
    if (drag?.dropPosition) dropTasks(context, drag.tasks, drag.dropPosition);
  };

  /** `grabOffsetMs` is the time from the start of the task to the pointer, in the day view. */
  const startPointerDrag = useCallback(
    (event: PointerEvent, listTasks: () => readonly MovableTask[], grabOffsetMs: number) => {
      let tasks: readonly MovableTask[] = [];
      let dropPosition: DropPosition | null = null;
      startDrag(event, {
        onStart: () => {
          tasks = listTasks();
          setDrag({ tasks, inputMethod: 'pointer', dropPosition });
        },
        onFrame: (point) => {
          const { scroller, dragImage } = latestContext.current;
          if (scroller.current) scrollAtEdges(scroller.current, point);
          if (dragImage.current)
            dragImage.current.style.transform = `translate(${point.x + 12}px, ${point.y + 8}px)`;
          const newPosition = findDropPosition(latestContext.current, tasks, point, grabOffsetMs);
          if (JSON.stringify(newPosition) === JSON.stringify(dropPosition)) return;
          dropPosition = newPosition;
          setDrag({ tasks, inputMethod: 'pointer', dropPosition });
        },
        onEnd: (point) => {
          setDrag(null);
          const endPosition = point && findDropPosition(latestContext.current, tasks, point, grabOffsetMs);
          if (endPosition) dropTasks(latestContext.current, tasks, endPosition);
        },
      });
    },
    [],
  );

  return { drag, moveByKey, pickUp, cancel, drop, startPointerDrag };
};

const clampIndex = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);

/** Moves a drop position by `count` columns or, in the day view, by `count` quarters of an hour. */
const moveColumn = (
  { columns, view }: BoardState,
  tasks: readonly MovableTask[],
  { column, time }: { column: number; time: number | undefined },
  count: number,
) => {
  if (view !== 'day') return { column: clampIndex(column + count, columns.length) };
  return clampStart(columns, tasks, (time ?? columns[column]!.start) + count * STEP_MINUTES * MINUTE_MS);
};

/** Clamps a start time to the day, except that a task already starting on an earlier day may keep its start. */
const clampStart = (columns: BoardState['columns'], tasks: readonly MovableTask[], start: number) => {
  const starts = tasks.flatMap(({ plannedStart }) => (plannedStart === null ? [] : Date.parse(plannedStart)));
  const earliestStart = Math.min(columns[0]!.start, ...starts);
  const latestStart = columns.at(-1)!.end - STEP_MINUTES * MINUTE_MS;
  const time = Math.min(Math.max(start, earliestStart), latestStart);
  return {
    column: Math.max(
      0,
      columns.findLastIndex((column) => column.start <= time),
    ),
    time,
  };
};

const dropTasks = (
  { actions, board }: DragContext,
  tasks: readonly MovableTask[],
  position: DropPosition,
) => {
  if (position.kind === 'list') return actions.unplan(tasks);
  const { rowKey, column, time } = position;
  const row = board.rows.find(({ key }) => key === rowKey);
  if (!row || row.kind === 'others') return;
  const { person } = row;
  if (time === undefined) actions.plan(tasks, { person, date: board.columns[column]!.date });
  else actions.plan(tasks, { person, date: formatIsoDate(new Date(time)), time });
};

const findDropPosition = (
  { board, geometry, scroller, listPanel }: DragContext,
  tasks: readonly MovableTask[],
  point: Point,
  grabOffsetMs: number,
): DropPosition | null => {
  if (containsPoint(listPanel.current, point)) return { kind: 'list' };
  const grid = scroller.current;
  if (!grid || !containsPoint(grid, point)) return null;
  const { left, top } = grid.getBoundingClientRect();
  if (point.x < left + NAMES_PX || point.y < top + HEADER_PX) return null;
  const [x, y] = [point.x - left + grid.scrollLeft, point.y - top + grid.scrollTop];
  const cell = findCell(geometry, x, y);
  const row = cell && board.rows[cell.row];
  if (!cell || !row || row.kind === 'others') return null;
  if (board.view !== 'day') return { kind: 'cell', rowKey: row.key, column: cell.column };
  const clampedStart = clampStart(board.columns, tasks, snapTime(toTime(board, geometry, x) - grabOffsetMs));
  return { kind: 'cell', rowKey: row.key, ...clampedStart };
};

export const toTime = ({ columns }: Pick<BoardState, 'columns'>, { columnPx }: Geometry, x: number): number =>
  columns[0]!.start + ((x - NAMES_PX) / columnPx) * 60 * MINUTE_MS;

const containsPoint = (element: HTMLElement | null, { x, y }: Point): boolean => {
  const rect = element?.getBoundingClientRect();
  return rect !== undefined && x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
};
