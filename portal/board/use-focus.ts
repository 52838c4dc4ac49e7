import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Focus, resolveFocus } from './board-focus.ts';
import { NOBODY_KEY } from './board-layout.ts';
import { type Geometry, HEAD_PX, type Rect, rectOfCell, rectOfTask, scrollTo } from './geometry.ts';
import type { ShownBoard } from './use-board.ts';

/** Frames after which what was scrolled to exists at the latest. */
const MOST_FRAMES = 20;
/** Nobody works at night: a day is looked at from here on. */
const FIRST_HOUR = 7;

/** Where the keyboard is on the board; it follows its task, and comes back when its task has gone elsewhere. */
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
  const [focus, setFocus] = useState<Focus>({ rowKey: NOBODY_KEY, column: Math.max(today, 0), taskId: null });
  const isWanted = useRef(false);
  const wasInside = useRef(false);

  // Other days: the present one, or the hours of work, come into sight.
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
      else if (++frames < MOST_FRAMES) frame = requestAnimationFrame(reach);
    };
    reach();
    return () => cancelAnimationFrame(frame);
  }, [focus, shown.rows, geometry, scroller]);

  return {
    focus,
    /** Goes there. */
    moveTo: (to: Focus) => {
      isWanted.current = true;
      setFocus(to);
    },
    /** It is there already: somebody clicked. */
    setFocus,
  };
};

/** Scrolls no further than is needed for it to be seen. */
export const reveal = (board: HTMLElement, rect: Rect): void => {
  const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = board;
  board.scrollTo(scrollTo({ left, top, width, height }, rect));
};

export type BoardFocus = ReturnType<typeof useFocus>;
