import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Focus, resolveFocus } from './board-focus.ts';
import { UNASSIGNED_KEY } from './board-layout.ts';
import { cellRect, findScrollPosition, type Geometry, NAMES_PX, type Rect, taskRect } from './geometry.ts';
import type { BoardState } from './use-board.ts';

/** The virtualizer renders a cell within this many frames after scrolling to it. */
const MAX_FRAMES = 20;
/** The first visible hour in the day view. */
const FIRST_HOUR = 7;

/** The board's keyboard focus. It follows its task, and is restored when the focused element is removed. */
export const useBoardFocus = ({
  board,
  geometry,
  scroller,
}: {
  board: BoardState;
  geometry: Geometry;
  scroller: RefObject<HTMLDivElement | null>;
}) => {
  const today = board.columns.findIndex(({ start, end }) => start <= Date.now() && Date.now() < end);
  const [focus, setFocus] = useState<Focus>({
    rowKey: UNASSIGNED_KEY,
    column: Math.max(today, 0),
    taskId: null,
  });
  const shouldFocus = useRef(false);
  const wasInside = useRef(false);

  // When the days change, scroll to today or to working hours.
  const period = `${board.view} ${board.columns[0]!.start}`;
  const latest = useRef({ geometry, today });
  latest.current = { geometry, today };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the days change
  useEffect(() => {
    if (geometry.width <= NAMES_PX) return;
    const column = board.view === 'day' ? FIRST_HOUR : latest.current.today;
    const cell = cellRect(latest.current.geometry, 0, Math.max(column, 0));
    scroller.current?.scrollTo({ left: cell.left - NAMES_PX });
  }, [period, board.view, scroller, geometry.width]);

  useEffect(() => {
    const handleFocusIn = ({ target }: FocusEvent) => {
      wasInside.current = scroller.current?.contains(target as Node) ?? false;
    };
    document.addEventListener('focusin', handleFocusIn);
    return () => document.removeEventListener('focusin', handleFocusIn);
  }, [scroller]);

  useEffect(() => {
    const grid = scroller.current;
    const isFocusLost = wasInside.current && document.activeElement === document.body;
    if (!grid || !(shouldFocus.current || isFocusLost)) return;
    shouldFocus.current = false;
    const { row, column, taskId } = resolveFocus(board.rows, focus);
    if (!board.rows[row]) return;
    const placed = board.rows[row]?.cells[column]?.find(({ task }) => task.id === taskId);
    const rect = placed ? taskRect(geometry, row, placed) : cellRect(geometry, row, column);
    reveal(grid, rect);
    let frames = 0;
    let frame = 0;
    const focusCurrent = () => {
      const current = grid.querySelector<HTMLElement>('[data-current]');
      if (current) current.focus({ preventScroll: true });
      else if (++frames < MAX_FRAMES) frame = requestAnimationFrame(focusCurrent);
    };
    focusCurrent();
    return () => cancelAnimationFrame(frame);
  }, [focus, board.rows, geometry, scroller]);

  const moveTo = (to: Focus) => {
    shouldFocus.current = true;
    setFocus(to);
  };
  const [awaitedTask, setAwaitedTask] = useState<string | null>(null);
  const { isPlaceholderData } = board.query;
  useEffect(() => {
    // Waits for the new days because their tasks change the row heights.
    if (awaitedTask === null || isPlaceholderData) return;
    const { row, column, taskId } = resolveFocus(board.rows, { rowKey: '', column: 0, taskId: awaitedTask });
    if (taskId === null) return;
    setAwaitedTask(null);
    shouldFocus.current = true;
    setFocus({ rowKey: board.rows[row]!.key, column, taskId });
  }, [awaitedTask, board.rows, isPlaceholderData]);

  return {
    focus,
    moveTo,
    /** Moves the focus to a task as soon as it is on the board. */
    moveToTask: setAwaitedTask,
    /** Stores a focus set by the browser, for example by a click. */
    setFocus,
  };
};

/** Scrolls no further than necessary to make the rectangle visible. */
export const reveal = (grid: HTMLElement, rect: Rect): void => {
  const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = grid;
  grid.scrollTo(findScrollPosition({ left, top, width, height }, rect));
};

export type BoardFocus = ReturnType<typeof useBoardFocus>;
