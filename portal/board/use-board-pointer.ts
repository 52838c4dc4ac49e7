import { type FocusEvent, type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { addToSelection, selectTasks, toggleTask } from '#portal/tasks/selection.ts';
import { type BoardRow, MIN_CARD_MS } from './board-layout.ts';
import { type Point, startDrag } from './drag.ts';
import { timeRectOf } from './drop-mark.ts';
import { type Geometry, HEAD_PX, type Rect, rectOfCell, tasksWithin } from './geometry.ts';
import type { MovableTask } from './pending-moves.ts';
import { snapMinutes } from './placing.ts';
import { isMovable, MINUTE_MS } from './task-marks.ts';
import type { ShownBoard } from './use-board.ts';
import type { BoardActions } from './use-board-actions.ts';
import type { BoardFocus } from './use-focus.ts';
import { timeAt, type useTaskDrag } from './use-task-drag.ts';

/** Pointer control of the board: click selects and opens details, Ctrl and Shift extend the selection, dragging moves, resizes or lassoes. */
export const useBoardPointer = ({
  shown,
  geometry,
  scroller,
  focus,
  taskDrag,
  actions,
  selection,
  selected,
  open,
  onOpened,
}: {
  shown: ShownBoard;
  geometry: Geometry;
  scroller: RefObject<HTMLDivElement | null>;
  focus: BoardFocus;
  taskDrag: ReturnType<typeof useTaskDrag>;
  actions: BoardActions;
  selection: ReadonlySet<string>;
  selected: () => readonly MovableTask[];
  open: (taskId: string) => void;
  onOpened: (opened: { id: string; at: Rect } | null) => void;
}) => {
  const [lasso, setLasso] = useState<Rect | null>(null);
  const [resized, setResized] = useState<Rect | null>(null);
  const anchor = useRef<string | null>(null);

  /** Starts dragging a task, with the whole selection when the task is part of it. */
  const grab = (event: PointerEvent, task: MovableTask, gripMs = 0) => {
    if (!isMovable(task)) return;
    taskDrag.dragFrom(
      event.nativeEvent,
      () => {
        onOpened(null);
        if (selection.has(task.id)) return selected().filter(isMovable);
        selectTasks([task.id]);
        return [task];
      },
      gripMs,
    );
  };

  const surfaceOf = ({ x, y }: Point): Point => {
    const board = scroller.current!;
    const { left, top } = board.getBoundingClientRect();
    return { x: x - left + board.scrollLeft, y: y - top + board.scrollTop };
  };

  /** The time at a point; in the day view only. */
  const timeOf = (point: Point): number => timeAt(shown, geometry, surfaceOf(point).x);

  /** The start of a task on the board, also in a preview. */
  const startOf = (id: string): number => {
    const { cells } = shown.rows.find((row) => holds(row.cells, id))!;
    return Date.parse(cells.flat().find(({ task }) => task.id === id)!.task.plannedStart);
  };

  const startLasso = (event: PointerEvent) => {
    const first = surfaceOf({ x: event.clientX, y: event.clientY });
    const rectTo = (point: Point): Rect => {
      const { x, y } = surfaceOf(point);
      return {
        left: Math.min(x, first.x),
        top: Math.min(y, first.y),
        width: Math.abs(x - first.x),
        height: Math.abs(y - first.y),
      };
    };
    startDrag(event.nativeEvent, {
      onStart: () => onOpened(null),
      onFrame: (point) => setLasso(rectTo(point)),
      onEnd: (point) => {
        setLasso(null);
        if (!point) return;
        const caught = tasksWithin(geometry, shown.rows, rectTo(point));
        (event.ctrlKey || event.shiftKey ? addToSelection : selectTasks)(caught);
      },
    });
  };

  const startResize = (event: PointerEvent, task: MovableTask) => {
    const row = shown.rows.findIndex(({ cells }) => holds(cells, task.id));
    const start = Date.parse(task.plannedStart!);
    // The task may end on the next day, beyond the edge that is dragged: it grows by the dragged distance.
    const end = start + Math.max(task.minutes * MINUTE_MS, MIN_CARD_MS);
    const grip = timeOf(event.nativeEvent) - end;
    const minutesTo = (point: Point) => snapMinutes((timeOf(point) - grip - start) / MINUTE_MS);
    startDrag(event.nativeEvent, {
      onStart: () => onOpened(null),
      onFrame: (point) => {
        const rect = rectOfCell(geometry, row, 0);
        setResized(timeRectOf(rect, shown.columns, geometry, start, minutesTo(point)));
      },
      onEnd: (point) => {
        setResized(null);
        if (point) actions.resize(task, minutesTo(point));
      },
    });
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const target = event.target as HTMLElement;
    const card = target.closest<HTMLElement>('[data-task]');
    const task = card ? shown.known.get(card.dataset.task!) : undefined;
    if (card && task) {
      if (target.closest('[data-resize]')) startResize(event, task);
      else grab(event, task, shown.view === 'day' ? timeOf(event.nativeEvent) - startOf(task.id) : 0);
    } else if (event.pointerType === 'mouse' && target.closest('[data-cell]')) startLasso(event);
  };

  /** The cell and the task of an event. */
  const placeOf = (target: EventTarget) => {
    const element = target as HTMLElement;
    const cell = element.closest<HTMLElement>('[data-cell]');
    const row = shown.rows[Number(element.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2];
    if (!cell || !row) return undefined;
    const card = element.closest<HTMLElement>('[data-task]');
    return { rowKey: row.key, column: Number(cell.dataset.cell), card, taskId: card?.dataset.task ?? null };
  };
  /** Keys apply to the focused cell, whatever moved the focus there. */
  const onFocus = (event: FocusEvent<HTMLDivElement>) => {
    const place = placeOf(event.target);
    if (!place) return;
    const { rowKey, column, taskId } = place;
    const now = focus.focus;
    if (now.rowKey !== rowKey || now.column !== column || now.taskId !== taskId)
      focus.setFocus({ rowKey, column, taskId });
  };

  /** The part of a card that is visible next to the names, in the window. */
  const visibleRectOf = (card: HTMLElement): Rect => {
    const { left, right, top, height } = card.getBoundingClientRect();
    const from = Math.max(left, scroller.current!.getBoundingClientRect().left + HEAD_PX);
    return { left: from, top, width: right - from, height };
  };

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const place = placeOf(event.target);
    if (!place) return;
    const { rowKey, column, card, taskId } = place;
    focus.setFocus({ rowKey, column, taskId });
    if (!card || taskId === null) {
      selectTasks([]);
      onOpened(null);
      return;
    }
    if (event.shiftKey && anchor.current !== null)
      addToSelection(tasksBetween(shown.rows, anchor.current, taskId));
    else if (event.ctrlKey || event.metaKey || event.shiftKey) toggleTask(taskId);
    else {
      selectTasks([taskId]);
      onOpened({ id: taskId, at: visibleRectOf(card) });
    }
    if (!event.shiftKey) anchor.current = taskId;
  };

  const onDoubleClick = (event: MouseEvent<HTMLDivElement>) => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-task]');
    if (card) open(card.dataset.task!);
  };
  return { lasso, resized, grab, onPointerDown, onFocus, onClick, onDoubleClick };
};

const holds = (cells: BoardRow['cells'], id: string): boolean =>
  cells.some((cell) => cell.some(({ task }) => task.id === id));

/** All tasks in the rectangle of cells between two tasks. */
const tasksBetween = (rows: readonly BoardRow[], one: string, other: string): string[] => {
  const placeOf = (id: string) => {
    const row = rows.findIndex(({ cells }) => holds(cells, id));
    const column = rows[row]?.cells.findIndex((cell) => cell.some(({ task }) => task.id === id)) ?? 0;
    return { row, column };
  };
  const [a, b] = [placeOf(one), placeOf(other)];
  if (a.row === -1 || b.row === -1) return [other];
  const columns = [Math.min(a.column, b.column), Math.max(a.column, b.column) + 1] as const;
  const between = rows.slice(Math.min(a.row, b.row), Math.max(a.row, b.row) + 1);
  return between.flatMap(({ cells }) =>
    cells
      .slice(...columns)
      .flat()
      .map(({ task }) => task.id),
  );
};
