import { type RefObject, useCallback, useRef, useState } from 'react';
import { startOfDay } from '#kit/days.ts';
import type { BoardRow } from './board-layout.ts';
import { beginDrag, type Point, scrollAtEdges } from './drag.ts';
import { cellAt, DAYS_PX, type Geometry, HEAD_PX } from './geometry.ts';
import type { MovableTask } from './pending-moves.ts';
import { STEP_MINUTES, snap } from './placing.ts';
import { MINUTE_MS } from './task-marks.ts';
import type { ShownBoard } from './use-board.ts';
import type { BoardActs } from './use-board-acts.ts';

/** Where what is carried would be put: a cell, in the day view at a time; or off the board. */
export type Drop = { kind: 'list' } | { kind: 'cell'; rowKey: string; column: number; at?: number };

export type Carry = { tasks: readonly MovableTask[]; by: 'keys' | 'pointer'; drop: Drop | null };

type Places = {
  shown: ShownBoard;
  geometry: Geometry;
  acts: BoardActs;
  scroller: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLElement | null>;
  ghost: RefObject<HTMLElement | null>;
};

/** Tasks that are under way between two places, held by the pointer or by the keyboard. */
export const useCarry = (places: Places) => {
  const [carry, setCarry] = useState<Carry | null>(null);
  const latest = useRef(places);
  latest.current = places;

  /** Arrows, Home and End of a board that carries something; false: the key means nothing here. */
  const steer = (key: string): boolean => {
    const { shown } = places;
    if (!carry || carry.drop?.kind === 'list') return false;
    const { rowKey, column, at } = carry.drop ?? { rowKey: shown.rows[0]!.key, column: 0, at: undefined };
    const row = shown.rows.findIndex(({ key: each }) => each === rowKey);
    const by = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [8, 0],
      PageUp: [-8, 0],
      Home: [0, -Number.MAX_SAFE_INTEGER],
      End: [0, Number.MAX_SAFE_INTEGER],
    }[key];
    if (!by) return false;
    const toRow = shown.rows[within(row + by[0]!, shown.rows.length)]!;
    setCarry({ ...carry, drop: { ...along(shown, column, at, by[1]!), kind: 'cell', rowKey: toRow.key } });
    return true;
  };

  const pickUp = (tasks: readonly MovableTask[], rowKey: string, column: number) => {
    const { columns, view } = places.shown;
    const at = view === 'day' ? { at: columns[column]!.start } : {};
    setCarry({ tasks, by: 'keys', drop: { kind: 'cell', rowKey, column, ...at } });
  };

  const cancel = () => setCarry(null);
  const release = () => {
    setCarry(null);
    if (carry?.drop) perform(places, carry.tasks, carry.drop);
  };

  /** `grabbedPx`: how far into its left edge a task was taken. */
  const dragFrom = useCallback((event: PointerEvent, tasks: () => readonly MovableTask[], grabbedPx = 0) => {
    let held: readonly MovableTask[] = [];
    let drop: Drop | null = null;
    beginDrag(event, {
      onStart: () => {
        held = tasks();
        setCarry({ tasks: held, by: 'pointer', drop });
      },
      onFrame: (point) => {
        const { scroller, ghost } = latest.current;
        if (scroller.current) scrollAtEdges(scroller.current, point, { x: HEAD_PX, y: DAYS_PX });
        if (ghost.current) ghost.current.style.transform = `translate(${point.x + 12}px, ${point.y + 8}px)`;
        const now = dropAt(latest.current, point, grabbedPx);
        if (JSON.stringify(now) === JSON.stringify(drop)) return;
        drop = now;
        setCarry({ tasks: held, by: 'pointer', drop });
      },
      onEnd: (point) => {
        setCarry(null);
        const end = point && dropAt(latest.current, point, grabbedPx);
        if (end) perform(latest.current, held, end);
      },
    });
  }, []);

  return { carry, steer, pickUp, cancel, release, dragFrom };
};

const within = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);

/** A cell further, or in the day view a quarter of an hour. */
const along = ({ columns, view }: ShownBoard, column: number, at: number | undefined, by: number) => {
  if (view !== 'day') return { column: within(column + by, columns.length) };
  const [first, last] = [columns[0]!.start, columns.at(-1)!.end - STEP_MINUTES * MINUTE_MS];
  const to = Math.min(Math.max((at ?? columns[column]!.start) + by * STEP_MINUTES * MINUTE_MS, first), last);
  return { column: columns.findLastIndex(({ start }) => start <= to), at: to };
};

const perform = ({ acts, shown }: Places, tasks: readonly MovableTask[], drop: Drop) => {
  if (drop.kind === 'list') return acts.unplan(tasks);
  const row = shown.rows.find(({ key }) => key === drop.rowKey);
  const { date } = shown.columns[drop.column]!;
  if (!row || row.kind === 'others') return;
  acts.put(tasks, { person: row.person, date, ...(drop.at !== undefined && { at: drop.at }) });
};

const dropAt = (
  { shown, geometry, scroller, list }: Places,
  point: Point,
  grabbedPx: number,
): Drop | null => {
  if (isIn(list.current, point)) return { kind: 'list' };
  const board = scroller.current;
  if (!board || !isIn(board, point)) return null;
  const { left, top } = board.getBoundingClientRect();
  if (point.x < left + HEAD_PX || point.y < top + DAYS_PX) return null;
  const [x, y] = [point.x - left + board.scrollLeft, point.y - top + board.scrollTop];
  const cell = cellAt(geometry, x, y);
  const row = cell && rowAt(shown.rows, cell.row);
  if (!cell || !row) return null;
  if (shown.view !== 'day') return { kind: 'cell', rowKey: row.key, column: cell.column };
  const at = timeAt(shown, geometry, x - grabbedPx);
  return {
    kind: 'cell',
    rowKey: row.key,
    column: Math.max(
      0,
      shown.columns.findLastIndex(({ start }) => start <= at),
    ),
    at,
  };
};

const rowAt = (rows: readonly BoardRow[], index: number): BoardRow | undefined => {
  const row = rows[index];
  return row?.kind === 'others' ? undefined : row;
};

/** The quarter of an hour nearest to a place on the surface of the day view. */
export const timeAt = (
  { columns }: Pick<ShownBoard, 'columns'>,
  { columnPx }: Geometry,
  x: number,
): number => {
  const { start, date } = columns[0]!;
  const hours = Math.max(0, (x - HEAD_PX) / columnPx);
  const last = startOfDay(date, 1).getTime() - STEP_MINUTES * MINUTE_MS;
  return Math.min(snap(start + hours * 60 * MINUTE_MS), last);
};

const isIn = (element: HTMLElement | null, { x, y }: Point): boolean => {
  const rect = element?.getBoundingClientRect();
  return rect !== undefined && x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
};
