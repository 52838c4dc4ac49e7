import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type DOMAttributes, type RefObject, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatDayOfMonth, formatTime } from '#kit/date-time-format.ts';
import { formatIsoDate } from '#kit/days.ts';
import { useDevices } from '#portal/devices/use-devices.ts';
import classes from './Board.module.css';
import { BoardRow } from './BoardRow.tsx';
import { type Focus, resolveFocus } from './board-focus.ts';
import { useBoardLabels } from './board-labels.ts';
import { type Geometry, HEADER_PX, NAMES_PX, type Rect } from './geometry.ts';
import type { BoardState } from './use-board.ts';

const createSurfaceStyle = ({ width, height }: Geometry): CSSProperties =>
  ({ width, height, '--board-names': `${NAMES_PX}px` }) as CSSProperties;

/** Renders only the visible cells and the focused cell. */
export const BoardGrid = ({
  board,
  geometry,
  scroller,
  focus,
  selection,
  draggedIds,
  closedRowKeys,
  previewedIds,
  dropRect,
  lasso,
  searchText,
  ...handlers
}: {
  board: BoardState;
  geometry: Geometry;
  scroller: RefObject<HTMLDivElement | null>;
  focus: Focus;
  selection: ReadonlySet<string>;
  draggedIds: ReadonlySet<string>;
  /** The keys of rows that do not accept the tasks being moved. */
  closedRowKeys: ReadonlySet<string>;
  previewedIds: ReadonlySet<string>;
  dropRect: Rect | null;
  lasso: Rect | null;
  searchText: string | undefined;
} & DOMAttributes<HTMLDivElement>) => {
  const { t } = useTranslation('board');
  const { rows, columns, view } = board;
  const labels = useBoardLabels();
  const devices = useDevices();
  const columnNames = useMemo(
    () =>
      columns.map(({ date, start }) =>
        view === 'day' ? formatTime(new Date(start)) : formatDay(`${date}T00:00`),
      ),
    [columns, view],
  );
  const display = useMemo(
    () => ({ geometry, view, columns, columnNames, selection, draggedIds, previewedIds, searchText, labels }),
    [geometry, view, columns, columnNames, selection, draggedIds, previewedIds, searchText, labels],
  );
  const focusPosition = resolveFocus(rows, focus);
  const createRangeExtractor = (focusedIndex: number) => (range: Range) =>
    [...new Set([...defaultRangeExtractor(range), Math.min(focusedIndex, range.count - 1)])].sort(
      (a, b) => a - b,
    );
  const rowVirtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => geometry.rowHeights[index]!,
    paddingStart: HEADER_PX,
    overscan: 2,
    rangeExtractor: createRangeExtractor(focusPosition.row),
  });
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => geometry.columnPx,
    paddingStart: NAMES_PX,
    overscan: 1,
  });
  // Remeasures, because the virtualizers cache row and column sizes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the sizes change
  useEffect(() => {
    rowVirtualizer.measure();
    columnVirtualizer.measure();
  }, [geometry, rowVirtualizer, columnVirtualizer]);

  const visibleColumns = columnVirtualizer.getVirtualItems();
  const [firstColumn, lastColumn] = [visibleColumns[0]?.index ?? 0, visibleColumns.at(-1)?.index ?? 0];
  const today = formatIsoDate(new Date());
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={t('board')}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      className={classes.board}
      data-view={view}
      {...handlers}
    >
      <div className={classes.surface} style={createSurfaceStyle(geometry)}>
        <div role="row" aria-rowindex={1} className={classes.header} style={{ height: HEADER_PX }}>
          <div role="columnheader" aria-colindex={1} className={classes.corner} style={{ width: NAMES_PX }}>
            {t('people')}
          </div>
          {visibleColumns.map(({ index }) => (
            <div
              key={index}
              role="columnheader"
              aria-colindex={index + 2}
              className={classes.columnHeader}
              data-today={(view !== 'day' && columns[index]?.date === today) || undefined}
              aria-current={columns[index]?.date === today && view !== 'day' ? 'date' : undefined}
              style={{ left: NAMES_PX + index * geometry.columnPx, width: geometry.columnPx }}
            >
              {view === 'month' ? formatDayOfMonth(`${columns[index]?.date}T00:00`) : columnNames[index]}
            </div>
          ))}
        </div>
        {rowVirtualizer.getVirtualItems().map(({ index }) => {
          const row = rows[index];
          const focusInRow = index === focusPosition.row ? focusPosition : null;
          return (
            row && (
              <BoardRow
                key={row.key}
                row={row}
                devices={row.person ? devices[row.person.id] : undefined}
                index={index}
                firstColumn={Math.min(firstColumn, focusInRow?.column ?? firstColumn)}
                lastColumn={Math.max(lastColumn, focusInRow?.column ?? lastColumn)}
                focus={focusInRow}
                display={display}
                isClosed={closedRowKeys.has(row.key)}
                dropRect={dropRect?.top === geometry.rowTops[index] ? dropRect : null}
              />
            )
          );
        })}
        {lasso && <div className={classes.lasso} style={lasso} aria-hidden />}
      </div>
    </div>
  );
};
