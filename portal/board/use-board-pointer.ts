import { type FocusEvent, type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { addToSelection, selectTasks, toggleTask } from '#portal/tasks/selection.ts';
import { type BoardRow, locateTask, MIN_CARD_MS } from './board-layout.ts';
import { type Point, startDrag } from './drag.ts';
import { clipToDay } from './drop-target.ts';
import { cellRect, findTaskIdsWithin, type Geometry, NAMES_PX, type Rect } from './geometry.ts';
import type { MovableTask } from './pending-moves.ts';
import { snapMinutes } from './place-tasks.ts';
import { isMovable, MINUTE_MS } from './task-warnings.ts';
import type { BoardState } from './use-board.ts';
import type { BoardActions } from './use-board-actions.ts';
import type { BoardFocus } from './use-board-focus.ts';
import { toTime, type useTaskDrag } from './use-task-drag.ts';

/** Clicks select and open tasks. Ctrl and Shift extend the selection. Drags move, resize or draw a lasso. */
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

  /** Starts dragging a task, along with the whole selection if the task is part of it. */
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

  const toBoardPoint = ({ x, y }: Point): Point => {
    const grid = scroller.current!;
    const { left, top } = grid.getBoundingClientRect();
    return { x: x - left + grid.scrollLeft, y: y - top + grid.scrollTop };
  };

  /** The time at a point, in the day view only. */
  const timeAtPoint = (point: Point): number => toTime(board, geometry, toBoardPoint(point).x);

  /** Finds where a task on the board starts, even in a preview. */
  const findStart = (id: string): number => Date.parse(locateTask(board.rows, id)!.placed.task.plannedStart);

  const startLasso = (event: PointerEvent) => {
    const origin = toBoardPoint({ x: event.clientX, y: event.clientY });
    const createLassoRect = (point: Point): Rect => {
      const { x, y } = toBoardPoint(point);
      return {
        left: Math.min(x, origin.x),
        top: Math.min(y, origin.y),
        width: Math.abs(x - origin.x),
        height: Math.abs(y - origin.y),
      };
    };
    startDrag(event.nativeEvent, {
      onStart: () => onPopover(null),
      onFrame: (point) => setLasso(createLassoRect(point)),
      onEnd: (point) => {
        setLasso(null);
        if (!point) return;
        const ids = findTaskIdsWithin(geometry, board.rows, createLassoRect(point));
        (event.ctrlKey || event.shiftKey ? addToSelection : selectTasks)(ids);
      },
    });
  };

  const startResize = (event: PointerEvent, task: MovableTask) => {
    const { row } = locateTask(board.rows, task.id)!;
    const start = Date.parse(task.plannedStart!);
    // The task may end on a later day than its card's edge, so the dragged distance is added to its duration.
    const end = start + Math.max(task.minutes * MINUTE_MS, MIN_CARD_MS);
    const gripMs = timeAtPoint(event.nativeEvent) - end;
    const minutesUntil = (point: Point) => snapMinutes((timeAtPoint(point) - gripMs - start) / MINUTE_MS);
    startDrag(event.nativeEvent, {
      onStart: () => onPopover(null),
      onFrame: (point) => {
        const rect = cellRect(geometry, row, 0);
        setResizeRect(clipToDay(rect, board.columns, geometry, start, minutesUntil(point)));
      },
      onEnd: (point) => {
        setResizeRect(null);
        if (point) actions.resize(task, minutesUntil(point));
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
        startTaskDrag(
          event,
          task,
          board.view === 'day' ? timeAtPoint(event.nativeEvent) - findStart(task.id) : 0,
        );
    } else if (event.pointerType === 'mouse' && target.closest('[data-cell]')) startLasso(event);
  };

  const findTarget = (target: EventTarget) => {
    const element = target as HTMLElement;
    const cell = element.closest<HTMLElement>('[data-cell]');
    const row = board.rows[Number(element.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2];
    if (!cell || !row) return undefined;
    const card = element.closest<HTMLElement>('[data-task]');
    return { rowKey: row.key, column: Number(cell.dataset.cell), card, taskId: card?.dataset.task ?? null };
  };
  const onFocus = (event: FocusEvent<HTMLDivElement>) => {
    const target = findTarget(event.target);
    if (!target) return;
    const { rowKey, column, taskId } = target;
    const current = focus.focus;
    if (current.rowKey !== rowKey || current.column !== column || current.taskId !== taskId)
      focus.setFocus({ rowKey, column, taskId });
  };

  /** Measures the part of a card that is not behind the names, in window coordinates. */
  const measureVisibleRect = (card: HTMLElement): Rect => {
    const { left, right, top, height } = card.getBoundingClientRect();
    const from = Math.max(left, scroller.current!.getBoundingClientRect().left + NAMES_PX);
    return { left: from, top, width: right - from, height };
  };

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = findTarget(event.target);
    if (!target) return;
    const { rowKey, column, card, taskId } = target;
    focus.setFocus({ rowKey, column, taskId });
    if (!card || taskId === null) {
      selectTasks([]);
      onPopover(null);
      return;
    }
    if (event.shiftKey && anchor.current !== null)
      addToSelection(findTasksBetween(board.rows, anchor.current, taskId));
    else if (event.ctrlKey || event.metaKey || event.shiftKey) toggleTask(taskId);
    else {
      selectTasks([taskId]);
      onPopover({ taskId, cardRect: measureVisibleRect(card) });
    }
    if (!event.shiftKey) anchor.current = taskId;
  };

  const onDoubleClick = (event: MouseEvent<HTMLDivElement>) => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-task]');
    if (card) open(card.dataset.task!);
  };
  return {
    lasso,
    resizeRect,
    startTaskDrag,
    handlers: { onPointerDown, onFocus, onClick, onDoubleClick },
  };
};

/** Finds all tasks in the rectangle of cells between two tasks. */
const findTasksBetween = (rows: readonly BoardRow[], first: string, last: string): string[] => {
  const [a, b] = [locateTask(rows, first), locateTask(rows, last)];
  if (!a || !b) return [last];
  const columns = [Math.min(a.column, b.column), Math.max(a.column, b.column) + 1] as const;
  const rowsBetween = rows.slice(Math.min(a.row, b.row), Math.max(a.row, b.row) + 1);
  return rowsBetween.flatMap(({ cells }) =>
    cells
      .slice(...columns)
      .flat()
      .map(({ task }) => task.id),
  );
};
