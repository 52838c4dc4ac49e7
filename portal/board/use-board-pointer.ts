import { type FocusEvent, type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { addToSelection, selectTasks, toggleTask } from '#portal/tasks/selection.ts';
import { type BoardRow, MIN_CARD_MS } from './board-layout.ts';
import { type Point, startDrag } from './drag.ts';
import { timeRectOf } from './drop-target.ts';
import { type Geometry, NAMES_PX, type Rect, rectOfCell, tasksWithin } from './geometry.ts';
import type { MovableTask } from './pending-moves.ts';
import { snapMinutes } from './place-tasks.ts';
import { isMovable, MINUTE_MS } from './task-marks.ts';
import type { BoardState } from './use-board.ts';
import type { BoardActions } from './use-board-actions.ts';
import type { BoardFocus } from './use-board-focus.ts';
import { timeAt, type useTaskDrag } from './use-task-drag.ts';

/** Pointer control of the board: click selects and opens details, Ctrl and Shift extend the selection, dragging moves, resizes or lassoes. */
export const useBoardPointer = ({
  board,
  geometry,
  scroller,
  focus,
  taskDrag,
  actions,
  selection,
  selectedTasks,
  open,
  onPopover,
}: {
  board: BoardState;
  geometry: Geometry;
  scroller: RefObject<HTMLDivElement | null>;
  focus: BoardFocus;
  taskDrag: ReturnType<typeof useTaskDrag>;
  actions: BoardActions;
  selection: ReadonlySet<string>;
  selectedTasks: () => readonly MovableTask[];
  open: (taskId: string) => void;
  onPopover: (popover: { taskId: string; cardRect: Rect } | null) => void;
}) => {
  const [lasso, setLasso] = useState<Rect | null>(null);
  const [resizeRect, setResizeRect] = useState<Rect | null>(null);
  const anchor = useRef<string | null>(null);

  /** Starts dragging a task, with the whole selection when the task is part of it. */
  const startTaskDrag = (event: PointerEvent, task: MovableTask, gripMs = 0) => {
    if (!isMovable(task)) return;
    taskDrag.startPointerDrag(
      event.nativeEvent,
      () => {
        onPopover(null);
        if (selection.has(task.id)) return selectedTasks().filter(isMovable);
        selectTasks([task.id]);
        return [task];
      },
      gripMs,
    );
  };

  const surfaceOf = ({ x, y }: Point): Point => {
    const grid = scroller.current!;
    const { left, top } = grid.getBoundingClientRect();
    return { x: x - left + grid.scrollLeft, y: y - top + grid.scrollTop };
  };

  /** The time at a point; in the day view only. */
  const timeOf = (point: Point): number => timeAt(board, geometry, surfaceOf(point).x);

  /** The start of a task on the board, also in a preview. */
  const startOf = (id: string): number => {
    const { cells } = board.rows.find((row) => containsTask(row.cells, id))!;
    return Date.parse(cells.flat().find(({ task }) => task.id === id)!.task.plannedStart);
  };

  const startLasso = (event: PointerEvent) => {
    const origin = surfaceOf({ x: event.clientX, y: event.clientY });
    const rectTo = (point: Point): Rect => {
      const { x, y } = surfaceOf(point);
      return {
        left: Math.min(x, origin.x),
        top: Math.min(y, origin.y),
        width: Math.abs(x - origin.x),
        height: Math.abs(y - origin.y),
      };
    };
    startDrag(event.nativeEvent, {
      onStart: () => onPopover(null),
      onFrame: (point) => setLasso(rectTo(point)),
      onEnd: (point) => {
        setLasso(null);
        if (!point) return;
        const ids = tasksWithin(geometry, board.rows, rectTo(point));
        (event.ctrlKey || event.shiftKey ? addToSelection : selectTasks)(ids);
      },
    });
  };

  const startResize = (event: PointerEvent, task: MovableTask) => {
    const row = board.rows.findIndex(({ cells }) => containsTask(cells, task.id));
    const start = Date.parse(task.plannedStart!);
    // The task may end on a later day than the edge of its card, so the dragged distance is added to its duration.
    const end = start + Math.max(task.minutes * MINUTE_MS, MIN_CARD_MS);
    const gripMs = timeOf(event.nativeEvent) - end;
    const minutesTo = (point: Point) => snapMinutes((timeOf(point) - gripMs - start) / MINUTE_MS);
    startDrag(event.nativeEvent, {
      onStart: () => onPopover(null),
      onFrame: (point) => {
        const rect = rectOfCell(geometry, row, 0);
        setResizeRect(timeRectOf(rect, board.columns, geometry, start, minutesTo(point)));
      },
      onEnd: (point) => {
        setResizeRect(null);
        if (point) actions.resize(task, minutesTo(point));
      },
    });
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const target = event.target as HTMLElement;
    const card = target.closest<HTMLElement>('[data-task]');
    const task = card ? board.tasksById.get(card.dataset.task!) : undefined;
    if (card && task) {
      if (target.closest('[data-resize]')) startResize(event, task);
      else
        startTaskDrag(event, task, board.view === 'day' ? timeOf(event.nativeEvent) - startOf(task.id) : 0);
    } else if (event.pointerType === 'mouse' && target.closest('[data-cell]')) startLasso(event);
  };

  /** The cell and the task of an event. */
  const targetOf = (target: EventTarget) => {
    const element = target as HTMLElement;
    const cell = element.closest<HTMLElement>('[data-cell]');
    const row = board.rows[Number(element.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2];
    if (!cell || !row) return undefined;
    const card = element.closest<HTMLElement>('[data-task]');
    return { rowKey: row.key, column: Number(cell.dataset.cell), card, taskId: card?.dataset.task ?? null };
  };
  /** Synchronizes the focus with that of the browser. */
  const onFocus = (event: FocusEvent<HTMLDivElement>) => {
    const target = targetOf(event.target);
    if (!target) return;
    const { rowKey, column, taskId } = target;
    const current = focus.focus;
    if (current.rowKey !== rowKey || current.column !== column || current.taskId !== taskId)
      focus.setFocus({ rowKey, column, taskId });
  };

  /** The part of a card that is not behind the names, in window coordinates. */
  const visibleRectOf = (card: HTMLElement): Rect => {
    const { left, right, top, height } = card.getBoundingClientRect();
    const from = Math.max(left, scroller.current!.getBoundingClientRect().left + NAMES_PX);
    return { left: from, top, width: right - from, height };
  };

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = targetOf(event.target);
    if (!target) return;
    const { rowKey, column, card, taskId } = target;
    focus.setFocus({ rowKey, column, taskId });
    if (!card || taskId === null) {
      selectTasks([]);
      onPopover(null);
      return;
    }
    if (event.shiftKey && anchor.current !== null)
      addToSelection(tasksBetween(board.rows, anchor.current, taskId));
    else if (event.ctrlKey || event.metaKey || event.shiftKey) toggleTask(taskId);
    else {
      selectTasks([taskId]);
      onPopover({ taskId, cardRect: visibleRectOf(card) });
    }
    if (!event.shiftKey) anchor.current = taskId;
  };

  const onDoubleClick = (event: MouseEvent<HTMLDivElement>) => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-task]');
    if (card) open(card.dataset.task!);
  };
  return { lasso, resizeRect, startTaskDrag, onPointerDown, onFocus, onClick, onDoubleClick };
};

const containsTask = (cells: BoardRow['cells'], id: string): boolean =>
  cells.some((cell) => cell.some(({ task }) => task.id === id));

/** All tasks in the rectangle of cells between two tasks. */
const tasksBetween = (rows: readonly BoardRow[], first: string, last: string): string[] => {
  const cellOf = (id: string) => {
    const row = rows.findIndex(({ cells }) => containsTask(cells, id));
    const column = rows[row]?.cells.findIndex((cell) => cell.some(({ task }) => task.id === id)) ?? 0;
    return { row, column };
  };
  const [a, b] = [cellOf(first), cellOf(last)];
  if (a.row === -1 || b.row === -1) return [last];
  const columns = [Math.min(a.column, b.column), Math.max(a.column, b.column) + 1] as const;
  const rowsBetween = rows.slice(Math.min(a.row, b.row), Math.max(a.row, b.row) + 1);
  return rowsBetween.flatMap(({ cells }) =>
    cells
      .slice(...columns)
      .flat()
      .map(({ task }) => task.id),
  );
};
