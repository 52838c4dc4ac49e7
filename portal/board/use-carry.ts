import { type RefObject, useCallback, useRef, useState } from 'react';
import { dayText } from '#kit/days.ts';
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
    const to = along(shown, carry.tasks, { column, at }, by[1]!);
    setCarry({ ...carry, drop: { ...to, kind: 'cell', rowKey: toRow.key } });
    return true;
  };

  /** From where the keyboard is: in the day view the task that it is at begins when it did, until it is moved. */
  const pickUp = (
    tasks: readonly MovableTask[],
    { rowKey, column, taskId }: { rowKey: string; column: number; taskId: string | null },
  ) => {
    const { columns, view } = places.shown;
    const start = tasks.find(({ id }) => id === taskId)?.plannedStart ?? null;
    const at = start === null ? columns[column]!.start : Date.parse(start);
    setCarry({ tasks, by: 'keys', drop: { kind: 'cell', rowKey, column, ...(view === 'day' && { at }) } });
  };

  const cancel = () => setCarry(null);
  const release = () => {
    setCarry(null);
    if (carry?.drop) perform(places, carry.tasks, carry.drop);
  };

  /** `gripMs`: how long after its start a task was taken hold of, in the day view. */
  const dragFrom = useCallback((event: PointerEvent, tasks: () => readonly MovableTask[], gripMs = 0) => {
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
        const now = dropAt(latest.current, held, point, gripMs);
        if (JSON.stringify(now) === JSON.stringify(drop)) return;
        drop = now;
        setCarry({ tasks: held, by: 'pointer', drop });
      },
      onEnd: (point) => {
        setCarry(null);
        const end = point && dropAt(latest.current, held, point, gripMs);
        if (end) perform(latest.current, held, end);
      },
    });
  }, []);

  return { carry, steer, pickUp, cancel, release, dragFrom };
};

const within = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);

/** A cell further, or in the day view a quarter of an hour. */
const along = (
  { columns, view }: ShownBoard,
  tasks: readonly MovableTask[],
  { column, at }: { column: number; at: number | undefined },
  by: number,
) => {
  if (view !== 'day') return { column: within(column + by, columns.length) };
  return placeAt(columns, tasks, (at ?? columns[column]!.start) + by * STEP_MINUTES * MINUTE_MS);
};

/** A time to begin on the day that is shown; what began before it may also stay as early as it is. */
const placeAt = (columns: ShownBoard['columns'], tasks: readonly MovableTask[], wanted: number) => {
  const starts = tasks.flatMap(({ plannedStart }) => (plannedStart === null ? [] : Date.parse(plannedStart)));
  const first = Math.min(columns[0]!.start, ...starts);
  const last = columns.at(-1)!.end - STEP_MINUTES * MINUTE_MS;
  const at = Math.min(Math.max(wanted, first), last);
  return {
    column: Math.max(
      0,
      columns.findLastIndex(({ start }) => start <= at),
    ),
    at,
  };
};

const perform = ({ acts, shown }: Places, tasks: readonly MovableTask[], drop: Drop) => {
  if (drop.kind === 'list') return acts.unplan(tasks);
  const row = shown.rows.find(({ key }) => key === drop.rowKey);
  if (!row || row.kind === 'others') return;
  const { person } = row;
  if (drop.at === undefined) acts.put(tasks, { person, date: shown.columns[drop.column]!.date });
  else acts.put(tasks, { person, date: dayText(new Date(drop.at)), at: drop.at });
};

const dropAt = (
  { shown, geometry, scroller, list }: Places,
  tasks: readonly MovableTask[],
  point: Point,
  gripMs: number,
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
  const place = placeAt(shown.columns, tasks, snap(timeAt(shown, geometry, x) - gripMs));
  return { kind: 'cell', rowKey: row.key, ...place };
};

const rowAt = (rows: readonly BoardRow[], index: number): BoardRow | undefined => {
  const row = rows[index];
  return row?.kind === 'others' ? undefined : row;
};

/** The time at a place on the surface of the day view. */
export const timeAt = ({ columns }: Pick<ShownBoard, 'columns'>, { columnPx }: Geometry, x: number): number =>
  columns[0]!.start + ((x - HEAD_PX) / columnPx) * 60 * MINUTE_MS;

const isIn = (element: HTMLElement | null, { x, y }: Point): boolean => {
  const rect = element?.getBoundingClientRect();
  return rect !== undefined && x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
};
