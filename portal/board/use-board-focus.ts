import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Focus, resolveFocus } from './board-focus.ts';
import { UNASSIGNED_KEY } from './board-layout.ts';
import {
  calculateCellRect,
  calculateTaskRect,
  findScrollPosition,
  type Geometry,
  NAMES_PX,
  type Rect,
} from './geometry.ts';
import type { BoardState } from './use-board.ts';

/** The virtualizer renders a cell within this many frames of scrolling to it. */
const MAX_FRAMES = 20;
/** The first visible hour in the day view. */
const FIRST_HOUR = 7;

/** The focus follows the focused task, and is restored if the focused element is removed. */
export const useBoardFocus = ({
  board,
  geometry,
  scroller,
}: {
  board: BoardState;
  geometry: Geometry;
  scroller: RefObject<HTMLDivElement | null>;
}) => {
  const todayColumn = board.columns.findIndex(({ start, end }) => start <= Date.now() && Date.now() < end);
  const [focus, setFocus] = useState<Focus>({
    rowKey: UNASSIGNED_KEY,
    column: Math.max(todayColumn, 0),
    taskId: null,
  });
  const shouldFocus = useRef(false);
  const wasFocusInside = useRef(false);

  // When the days change, the board scrolls to today or, in the day view, to FIRST_HOUR.
  const periodKey = `${board.view} ${board.columns[0]!.start}`;
  const latestValues = useRef({ geometry, todayColumn });
  latestValues.current = { geometry, todayColumn };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the days change
  useEffect(() => {
    if (geometry.width <= NAMES_PX) return;
    const column = board.view === 'day' ? FIRST_HOUR : latestValues.current.todayColumn;
    const cell = calculateCellRect(latestValues.current.geometry, 0, Math.max(column, 0));
    scroller.current?.scrollTo({ left: cell.left - NAMES_PX });
  }, [periodKey, board.view, scroller, geometry.width]);

  useEffect(() => {
    const handleFocusIn = ({ target }: FocusEvent) => {
      wasFocusInside.current = scroller.current?.contains(target as Node) ?? false;
    };
    document.addEventListener('focusin', handleFocusIn);
    return () => document.removeEventListener('focusin', handleFocusIn);
  }, [scroller]);

  useEffect(() => {
    const grid = scroller.current;
    const isFocusLost = wasFocusInside.current && document.activeElement === document.body;
    if (!grid || !(shouldFocus.current || isFocusLost)) return;
    shouldFocus.current = false;
    const { row, column, taskId } = resolveFocus(board.rows, focus);
    if (!board.rows[row]) return;
    const placedTask = board.rows[row]?.cells[column]?.find(({ task }) => task.id === taskId);
    const rect = placedTask
      ? calculateTaskRect(geometry, row, placedTask)
      : calculateCellRect(geometry, row, column);
    revealRect(grid, rect);
    let frameCount = 0;
    let frameRequest = 0;
    const focusCurrent = () => {
      const currentElement = grid.querySelector<HTMLElement>('[data-current]');
      if (currentElement) currentElement.focus({ preventScroll: true });
      else if (++frameCount < MAX_FRAMES) frameRequest = requestAnimationFrame(focusCurrent);
    };
    focusCurrent();
    return () => cancelAnimationFrame(frameRequest);
  }, [focus, board.rows, geometry, scroller]);

  const moveTo = (newFocus: Focus) => {
    shouldFocus.current = true;
    setFocus(newFocus);
  };
  const [awaitedTaskId, setAwaitedTaskId] = useState<string | null>(null);
  const { isPlaceholderData } = board.query;
  useEffect(() => {
    // Waits until the new days have been loaded, because their tasks change the row heights.
    if (awaitedTaskId === null || isPlaceholderData) return;
    const focusOnTask = { rowKey: '', column: 0, taskId: awaitedTaskId };
    const { row, column, taskId } = resolveFocus(board.rows, focusOnTask);
    if (taskId === null) return;
    setAwaitedTaskId(null);
    shouldFocus.current = true;
    setFocus({ rowKey: board.rows[row]!.key, column, taskId });
  }, [awaitedTaskId, board.rows, isPlaceholderData]);

  return {
    focus,
    moveTo,
    /** Moves the focus to a task as soon as it is on the board. */
    moveToTask: setAwaitedTaskId,
    /** Stores a focus set by the browser, for example by a click. */
    setFocus,
  };
};

/** Scrolls no further than necessary to make the rectangle visible. */
export const revealRect = (grid: HTMLElement, rect: Rect): void => {
  const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = grid;
  grid.scrollTo(findScrollPosition({ left, top, width, height }, rect));
};

export type BoardFocus = ReturnType<typeof useBoardFocus>;
