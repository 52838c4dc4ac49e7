import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Focus, resolveFocus } from './board-focus.ts';
import { UNASSIGNED_KEY } from './board-layout.ts';
import { type Geometry, HEAD_PX, type Rect, rectOfCell, rectOfTask, scrollTo } from './geometry.ts';
import type { ShownBoard } from './use-board.ts';

/** After at most this many frames the cell that was scrolled to is rendered. */
const MAX_FRAMES = 20;
/** The first hour in view: almost no one works at night. */
const FIRST_HOUR = 7;

/** The keyboard focus of the board. It follows its task, and returns when the element with the focus disappears. */
export const useFocus = ({
  shown,
  geometry,
  scroller,
}: {
  shown: ShownBoard;
  geometry: Geometry;
  scroller: RefObject<HTMLDivElement | null>;
}) => {
  const today = shown.columns.findIndex(({ start, end }) => start <= Date.now() && Date.now() < end);
  const [focus, setFocus] = useState<Focus>({
    rowKey: UNASSIGNED_KEY,
    column: Math.max(today, 0),
    taskId: null,
  });
  const isWanted = useRef(false);
  const wasInside = useRef(false);

  // When the days change, scroll to today or to working hours.
  const span = `${shown.view} ${shown.columns[0]!.start}`;
  const begin = useRef({ geometry, today });
  begin.current = { geometry, today };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days are the reason
  useEffect(() => {
    if (geometry.width <= HEAD_PX) return;
    const column = shown.view === 'day' ? FIRST_HOUR : begin.current.today;
    const cell = rectOfCell(begin.current.geometry, 0, Math.max(column, 0));
    scroller.current?.scrollTo({ left: cell.left - HEAD_PX });
  }, [span, shown.view, scroller, geometry.width]);

  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      wasInside.current = scroller.current?.contains(target as Node) ?? false;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [scroller]);

  useEffect(() => {
    const board = scroller.current;
    const isLost = wasInside.current && document.activeElement === document.body;
    if (!board || !(isWanted.current || isLost)) return;
    isWanted.current = false;
    const { row, column, taskId } = resolveFocus(shown.rows, focus);
    if (!shown.rows[row]) return;
    const placed = shown.rows[row]?.cells[column]?.find(({ task }) => task.id === taskId);
    const rect = placed ? rectOfTask(geometry, row, placed) : rectOfCell(geometry, row, column);
    reveal(board, rect);
    let frames = 0;
    let frame = 0;
    const reach = () => {
      const current = board.querySelector<HTMLElement>('[data-current]');
      if (current) current.focus({ preventScroll: true });
      else if (++frames < MAX_FRAMES) frame = requestAnimationFrame(reach);
    };
    reach();
    return () => cancelAnimationFrame(frame);
  }, [focus, shown.rows, geometry, scroller]);

  return {
    focus,
    /** Moves the focus. */
    moveTo: (to: Focus) => {
      isWanted.current = true;
      setFocus(to);
    },
    /** Records a focus that the browser has already set, such as by a click. */
    setFocus,
  };
};

/** Scrolls as little as possible to make the rectangle visible. */
export const reveal = (board: HTMLElement, rect: Rect): void => {
  const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = board;
  board.scrollTo(scrollTo({ left, top, width, height }, rect));
};

export type BoardFocus = ReturnType<typeof useFocus>;
