import { type FocusEvent, type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { addToSelection, selectTasks, toggleTask } from '#portal/tasks/selection.ts';
import { type BoardRow, locateTask, MIN_CARD_MS } from './board-layout.ts';
import { type Point, startDrag } from './drag.ts';
import { calculatePeriodRect } from './drop-target.ts';
import { calculateCellRect, findTaskIdsWithin, type Geometry, NAMES_PX, type Rect } from './geometry.ts';
import type { MovableTask } from './pending-moves.ts';
import { snapMinutes } from './place-tasks.ts';
import { isMovable, MINUTE_MS, startOf } from './task-warnings.ts';
import type { BoardState } from './use-board.ts';
import type { BoardActions } from './use-board-actions.ts';
import type { BoardFocus } from './use-board-focus.ts';
import { toTime, type useTaskDrag } from './use-task-drag.ts';

/** Ctrl and Shift extend the selection. Dragging moves or resizes a task, or draws a lasso. */
export const useBoardPointer = ({
  board,
  geometry,
  scroller,
  focus,
  taskDrag,
  actions,
  selection,
  listSelectedTasks,
  openTask,
  onPopover,
}: {
  board: BoardState;
  geometry: Geometry;
  scroller: RefObject<HTMLDivElement | null>;
  focus: BoardFocus;
  taskDrag: ReturnType<typeof useTaskDrag>;
  actions: BoardActions;
  selection: ReadonlySet<string>;
  listSelectedTasks: () => readonly MovableTask[];
  openTask: (taskId: string) => void;
  onPopover: (popover: { taskId: string; cardRect: Rect } | null) => void;
}) => {
  const [lasso, setLasso] = useState<Rect | null>(null);
  const [resizeRect, setResizeRect] = useState<Rect | null>(null);
  const rangeStartId = useRef<string | null>(null);

  const startTaskDrag = (event: PointerEvent, task: MovableTask, grabOffsetMs = 0) => {
    if (!isMovable(task)) return;
    taskDrag.startPointerDrag(
      event.nativeEvent,
      () => {
        onPopover(null);
        if (selection.has(task.id)) return listSelectedTasks().filter(isMovable);
        selectTasks([task.id]);
        return [task];
      },
      grabOffsetMs,
    );
  };

  const toBoardPoint = ({ x, y }: Point): Point => {
    const grid = scroller.current!;
    const { left, top } = grid.getBoundingClientRect();
    return { x: x - left + grid.scrollLeft, y: y - top + grid.scrollTop };
  };

  const convertToTime = (point: Point): number => toTime(board, geometry, toBoardPoint(point).x);

  const startLasso = (event: PointerEvent) => {
    const startPoint = toBoardPoint({ x: event.clientX, y: event.clientY });
    const createLassoRect = (point: Point): Rect => {
      const { x, y } = toBoardPoint(point);
      return {
        left: Math.min(x, startPoint.x),
        top: Math.min(y, startPoint.y),
        width: Math.abs(x - startPoint.x),
        height: Math.abs(y - startPoint.y),
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
    // The task may end on a later day than its card, so the dragged distance is added to the task's duration.
    const end = start + Math.max(task.minutes * MINUTE_MS, MIN_CARD_MS);
    const grabOffsetMs = convertToTime(event.nativeEvent) - end;
    const calculateMinutes = (point: Point) =>
      snapMinutes((convertToTime(point) - grabOffsetMs - start) / MINUTE_MS);
    startDrag(event.nativeEvent, {
      onStart: () => onPopover(null),
      onFrame: (point) => {
        const rect = calculateCellRect(geometry, row, 0);
        setResizeRect(calculatePeriodRect(rect, board.columns, geometry, start, calculateMinutes(point)));
      },
      onEnd: (point) => {
        setResizeRect(null);
        if (point) actions.resize(task, calculateMinutes(point));
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
      else {
        // In a preview, the card starts at the suggested time.
        const start = startOf(locateTask(board.rows, task.id)!.placedTask.task);
        startTaskDrag(event, task, board.view === 'day' ? convertToTime(event.nativeEvent) - start : 0);
      }
    } else if (event.pointerType === 'mouse' && target.closest('[data-cell]')) startLasso(event);
  };

  const findCellTarget = (target: EventTarget) => {
    const element = target as HTMLElement;
    const cell = element.closest<HTMLElement>('[data-cell]');
    const row = board.rows[Number(element.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2];
    if (!cell || !row) return undefined;
    const card = element.closest<HTMLElement>('[data-task]');
    return { rowKey: row.key, column: Number(cell.dataset.cell), card, taskId: card?.dataset.task ?? null };
  };
  const onFocus = (event: FocusEvent<HTMLDivElement>) => {
    const target = findCellTarget(event.target);
    if (!target) return;
    const { rowKey, column, taskId } = target;
    const currentFocus = focus.focus;
    const isSameCell = currentFocus.rowKey === rowKey && currentFocus.column === column;
    if (!isSameCell || currentFocus.taskId !== taskId) focus.setFocus({ rowKey, column, taskId });
  };

  /** Measures the part of a card that is not behind the names, in viewport coordinates. */
  const measureVisibleRect = (card: HTMLElement): Rect => {
    const { left, right, top, height } = card.getBoundingClientRect();
    const visibleLeft = Math.max(left, scroller.current!.getBoundingClientRect().left + NAMES_PX);
    return { left: visibleLeft, top, width: right - visibleLeft, height };
  };

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = findCellTarget(event.target);
    if (!target) return;
    const { rowKey, column, card, taskId } = target;
    focus.setFocus({ rowKey, column, taskId });
    if (!card || taskId === null) {
      selectTasks([]);
      onPopover(null);
      return;
    }
    if (event.shiftKey && rangeStartId.current !== null)
      addToSelection(findTaskIdsBetween(board.rows, rangeStartId.current, taskId));
    else if (event.ctrlKey || event.metaKey || event.shiftKey) toggleTask(taskId);
    else {
      selectTasks([taskId]);
      onPopover({ taskId, cardRect: measureVisibleRect(card) });
    }
    if (!event.shiftKey) rangeStartId.current = taskId;
  };

  const onDoubleClick = (event: MouseEvent<HTMLDivElement>) => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-task]');
    if (card) openTask(card.dataset.task!);
  };
  return { lasso, resizeRect, startTaskDrag, handlers: { onPointerDown, onFocus, onClick, onDoubleClick } };
};

/** Finds the IDs of all tasks in the rectangle of cells between two tasks. */
const findTaskIdsBetween = (rows: readonly BoardRow[], firstId: string, lastId: string): string[] => {
  const [a, b] = [locateTask(rows, firstId), locateTask(rows, lastId)];
  if (!a || !b) return [lastId];
  const columns = [Math.min(a.column, b.column), Math.max(a.column, b.column) + 1] as const;
  const rowsBetween = rows.slice(Math.min(a.row, b.row), Math.max(a.row, b.row) + 1);
  return rowsBetween.flatMap(({ cells }) =>
    cells
      .slice(...columns)
      .flat()
      .map(({ task }) => task.id),
  );
};
