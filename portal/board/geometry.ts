import type { BoardView } from './board-columns.ts';
import type { BoardRow, PlacedTask } from './board-layout.ts';

export type Rect = { left: number; top: number; width: number; height: number };

export type Geometry = ReturnType<typeof measureBoard>;

/** The width of the column with people's names, and the height of the column headers. */
export const NAMES_PX = 184;
export const HEADER_PX = 44;

// A task has two lines in the month view and three in the week view. A week with its weekend fits on a small
// screen. An hour is wide enough for dropping a task on a quarter of it.
const MIN_SIZES = {
  day: { column: 84, lane: 46, bar: 4 },
  week: { column: 96, lane: 62, bar: 20 },
  month: { column: 84, lane: 36, bar: 20 },
} as const;

/** Space below the last row for the action bar, which covers the bottom of the board. */
const BAR_PX = 72;

const MIN_ROW_PX = 66;
const BELOW_LANES_PX = 6;

export const measureBoard = (rows: readonly BoardRow[], view: BoardView, viewportWidth: number) => {
  const { column, lane, bar } = MIN_SIZES[view];
  const columns = rows[0]?.cells.length ?? 0;
  const columnPx = Math.max(column, Math.floor((viewportWidth - NAMES_PX) / Math.max(columns, 1)));
  const rowHeights = rows.map(({ lanes }) => Math.max(MIN_ROW_PX, bar + lanes * lane + BELOW_LANES_PX));
  let height = HEADER_PX;
  const rowTops = rowHeights.map((rowHeight) => {
    height += rowHeight;
    return height - rowHeight;
  });
  return {
    rowTops,
    rowHeights,
    columnPx,
    columns,
    lanePx: lane,
    /** The height of the load bar at the top of a cell. */
    barPx: bar,
    width: NAMES_PX + columns * columnPx,
    height: height + BAR_PX,
  };
};

export const cellRect = ({ rowTops, rowHeights, columnPx }: Geometry, row: number, column: number): Rect => ({
  left: NAMES_PX + column * columnPx,
  top: rowTops[row]!,
  width: columnPx,
  height: rowHeights[row]!,
});

export const taskRect = (geometry: Geometry, row: number, placed: PlacedTask): Rect => {
  const { columnPx, lanePx, barPx, rowTops } = geometry;
  return {
    left: NAMES_PX + (placed.column + placed.offset) * columnPx,
    top: rowTops[row]! + barPx + placed.lane * lanePx,
    width: placed.span * columnPx,
    height: lanePx,
  };
};

/** `fraction` is how far across the cell the point is. Returns undefined outside the cells. */
export const findCell = (
  { rowTops, rowHeights, columnPx, columns }: Geometry,
  x: number,
  y: number,
): { row: number; column: number; fraction: number } | undefined => {
  const row = rowTops.findLastIndex((top) => top <= y);
  const position = (x - NAMES_PX) / columnPx;
  if (row === -1 || y >= rowTops[row]! + rowHeights[row]! || position < 0 || position >= columns)
    return undefined;
  return { row, column: Math.floor(position), fraction: position % 1 };
};

/** Finds the IDs of the tasks that a rectangle on the board touches. */
export const findTaskIdsWithin = (geometry: Geometry, rows: readonly BoardRow[], rect: Rect): string[] =>
  rows.flatMap(({ cells }, row) => {
    const top = geometry.rowTops[row]!;
    if (top > rect.top + rect.height || top + geometry.rowHeights[row]! < rect.top) return [];
    return cells
      .flat()
      .filter((placed) => touches(taskRect(geometry, row, placed), rect))
      .map(({ task }) => task.id);
  });

const touches = (a: Rect, b: Rect): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

/** Finds the nearest scroll position where a rectangle is not covered by the headers or the action bar. */
export const findScrollPosition = (
  view: { left: number; top: number; width: number; height: number },
  rect: Rect,
): { left: number; top: number } => ({
  left: findScrollOffset(view.left, view.width, rect.left, rect.width, NAMES_PX),
  top: findScrollOffset(view.top, view.height - BAR_PX, rect.top, rect.height, HEADER_PX),
});

const findScrollOffset = (
  from: number,
  size: number,
  start: number,
  length: number,
  header: number,
): number => {
  if (start < from + header) return start - header;
  if (start + length > from + size) return Math.min(start - header, start + length - size);
  return from;
};
