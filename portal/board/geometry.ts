import type { BoardView } from './board-columns.ts';
import type { BoardRow, PlacedTask } from './board-layout.ts';

export type Rect = { left: number; top: number; width: number; height: number };

export type Geometry = ReturnType<typeof measureBoard>;

/** The width of the column with people's names, and the height of the column headers. */
export const NAMES_PX = 184;
export const HEADER_PX = 44;

// Cards have two lines in the month view and three in the week view. A full week fits on a small screen. In the day
// view, columns are wide enough to drop a task on a quarter hour.
const SIZES_PX = {
  day: { minColumn: 84, lane: 46, loadBar: 4 },
  week: { minColumn: 96, lane: 62, loadBar: 20 },
  month: { minColumn: 84, lane: 36, loadBar: 20 },
} as const;

/** The space below the last row for the action bar, which covers the bottom of the board. */
const ACTION_BAR_PX = 72;

const MIN_ROW_PX = 66;
const ROW_PADDING_PX = 6;

export const measureBoard = (rows: readonly BoardRow[], view: BoardView, viewportWidth: number) => {
  const { minColumn, lane, loadBar } = SIZES_PX[view];
  const columnCount = rows[0]?.cells.length ?? 0;
  const columnPx = Math.max(minColumn, Math.floor((viewportWidth - NAMES_PX) / Math.max(columnCount, 1)));
  const rowHeights = rows.map(({ laneCount }) =>
    Math.max(MIN_ROW_PX, loadBar + laneCount * lane + ROW_PADDING_PX),
  );
  let height = HEADER_PX;
  const rowTops = rowHeights.map((rowHeight) => {
    height += rowHeight;
    return height - rowHeight;
  });
  return {
    rowTops,
    rowHeights,
    columnPx,
    columnCount,
    lanePx: lane,
    loadBarPx: loadBar,
    width: NAMES_PX + columnCount * columnPx,
    height: height + ACTION_BAR_PX,
  };
};

export const calculateCellRect = (
  { rowTops, rowHeights, columnPx }: Geometry,
  row: number,
  column: number,
): Rect => ({
  left: NAMES_PX + column * columnPx,
  top: rowTops[row]!,
  width: columnPx,
  height: rowHeights[row]!,
});

export const calculateTaskRect = (geometry: Geometry, row: number, placedTask: PlacedTask): Rect => {
  const { columnPx, lanePx, loadBarPx, rowTops } = geometry;
  return {
    left: NAMES_PX + (placedTask.column + placedTask.offset) * columnPx,
    top: rowTops[row]! + loadBarPx + placedTask.lane * lanePx,
    width: placedTask.span * columnPx,
    height: lanePx,
  };
};

/** `fraction` is the position of the point within the width of the cell. */
export const findCell = (
  { rowTops, rowHeights, columnPx, columnCount }: Geometry,
  x: number,
  y: number,
): { row: number; column: number; fraction: number } | undefined => {
  const row = rowTops.findLastIndex((top) => top <= y);
  const position = (x - NAMES_PX) / columnPx;
  if (row === -1 || y >= rowTops[row]! + rowHeights[row]! || position < 0 || position >= columnCount)
    return undefined;
  return { row, column: Math.floor(position), fraction: position % 1 };
};

export const findTaskIdsWithin = (geometry: Geometry, rows: readonly BoardRow[], rect: Rect): string[] =>
  rows.flatMap(({ cells }, row) => {
    const top = geometry.rowTops[row]!;
    if (top > rect.top + rect.height || top + geometry.rowHeights[row]! < rect.top) return [];
    return cells
      .flat()
      .filter((placedTask) => doRectsOverlap(calculateTaskRect(geometry, row, placedTask), rect))
      .map(({ task }) => task.id);
  });

const doRectsOverlap = (a: Rect, b: Rect): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

/** Finds the nearest scroll position at which neither the headers nor the action bar covers a rectangle. */
export const findScrollPosition = (viewport: Rect, rect: Rect): { left: number; top: number } => ({
  left: findScrollOffset(viewport.left, viewport.width, rect.left, rect.width, NAMES_PX),
  top: findScrollOffset(viewport.top, viewport.height - ACTION_BAR_PX, rect.top, rect.height, HEADER_PX),
});

const findScrollOffset = (
  currentOffset: number,
  viewportSize: number,
  start: number,
  length: number,
  headerSize: number,
): number => {
  const end = start + length;
  if (start < currentOffset + headerSize) return start - headerSize;
  if (end > currentOffset + viewportSize) return Math.min(start - headerSize, end - viewportSize);
  return currentOffset;
};
