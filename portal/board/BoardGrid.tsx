import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
} from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatDayOfMonth, formatTime } from '#kit/date-time-format.ts';
import { dayText } from '#kit/days.ts';
import { currentLanguage } from '#kit/language.ts';
import { useDevices } from '#portal/devices/use-devices.ts';
import classes from './Board.module.css';
import { BoardRow } from './BoardRow.tsx';
import { type Focus, resolveFocus } from './board-focus.ts';
import { useBoardTexts } from './board-texts.ts';
import { DAYS_PX, type Geometry, HEAD_PX, type Rect } from './geometry.ts';
import type { ShownBoard } from './use-board.ts';

/** Rows and columns that are rendered beyond the visible area, for smooth scrolling. */
const OVERSCAN = { rows: 2, columns: 1 };

/** Keeps the text of cards clear of the names. */
const surfaceStyle = ({ width, height }: Geometry): CSSProperties =>
  ({ width, height, '--board-head': `${HEAD_PX}px` }) as CSSProperties;

/** The grid of people and days or hours. Only visible cells and the focused cell are rendered. */
export const BoardGrid = ({
  shown,
  geometry,
  scroller,
  focus,
  selection,
  carried,
  closed,
  ghosts,
  mark,
  lasso,
  text,
  ...handlers
}: {
  shown: ShownBoard;
  geometry: Geometry;
  scroller: RefObject<HTMLDivElement | null>;
  focus: Focus;
  selection: ReadonlySet<string>;
  carried: ReadonlySet<string>;
  /** Keys of rows that do not accept the tasks being moved. */
  closed: ReadonlySet<string>;
  /** Tasks that are shown here only in a preview. */
  ghosts: ReadonlySet<string>;
  /** The area where the tasks would be dropped. */
  mark: Rect | null;
  lasso: Rect | null;
  text: string | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
  onKeyUp: (event: KeyboardEvent<HTMLDivElement>) => void;
  onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
  onFocus: (event: FocusEvent<HTMLDivElement>) => void;
  onClick: (event: MouseEvent<HTMLDivElement>) => void;
  onDoubleClick: (event: MouseEvent<HTMLDivElement>) => void;
}) => {
  const { t } = useTranslation('board');
  const { rows, columns, view } = shown;
  const language = currentLanguage();
  const texts = useBoardTexts();
  const devices = useDevices();
  const names = useMemo(
    () =>
      columns.map(({ date, start }) =>
        view === 'day' ? formatTime(new Date(start), language) : formatDay(`${date}T00:00`, language),
      ),
    [columns, view, language],
  );
  const place = resolveFocus(rows, focus);
  const withFocus = (at: number) => (range: Range) =>
    [...new Set([...defaultRangeExtractor(range), Math.min(at, range.count - 1)])].sort((a, b) => a - b);
  const virtualRows = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => geometry.rowHeights[index]!,
    paddingStart: DAYS_PX,
    overscan: OVERSCAN.rows,
    rangeExtractor: withFocus(place.row),
  });
  const virtualColumns = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => geometry.columnPx,
    paddingStart: HEAD_PX,
    overscan: OVERSCAN.columns,
  });
  // Sizes are calculated, not measured, so the virtualizer must be told when they change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new sizes are the reason to measure again
  useEffect(() => {
    virtualRows.measure();
    virtualColumns.measure();
  }, [geometry, virtualRows, virtualColumns]);

  const seen = virtualColumns.getVirtualItems();
  const [from, to] = [seen[0]?.index ?? 0, seen.at(-1)?.index ?? 0];
  const today = dayText(new Date());
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
      <div className={classes.surface} style={surfaceStyle(geometry)}>
        <div role="row" aria-rowindex={1} className={classes.heads} style={{ height: DAYS_PX }}>
          <div role="columnheader" aria-colindex={1} className={classes.corner} style={{ width: HEAD_PX }}>
            {t('people')}
          </div>
          {seen.map(({ index }) => (
            <div
              key={index}
              role="columnheader"
              aria-colindex={index + 2}
              className={classes.head}
              data-today={(view !== 'day' && columns[index]?.date === today) || undefined}
              aria-current={columns[index]?.date === today && view !== 'day' ? 'date' : undefined}
              style={{ left: HEAD_PX + index * geometry.columnPx, width: geometry.columnPx }}
            >
              {view === 'month' ? formatDayOfMonth(`${columns[index]?.date}T00:00`, language) : names[index]}
            </div>
          ))}
        </div>
        {virtualRows.getVirtualItems().map(({ index }) => {
          const row = rows[index];
          return (
            row && (
              <BoardRow
                key={row.key}
                row={row}
                devices={row.person ? devices[row.person.id] : undefined}
                index={index}
                top={geometry.rowTops[index]!}
                height={geometry.rowHeights[index]!}
                geometry={geometry}
                view={view}
                columns={columns}
                columnNames={names}
                from={index === place.row ? Math.min(from, place.column) : from}
                to={index === place.row ? Math.max(to, place.column) : to}
                focus={index === place.row ? place : null}
                selection={selection}
                draggedIds={carried}
                ghosts={ghosts}
                text={text}
                texts={texts}
                isNotAccepting={closed.has(row.key)}
                mark={mark?.top === geometry.rowTops[index] ? mark : null}
              />
            )
          );
        })}
        {lasso && <div className={classes.lasso} style={lasso} aria-hidden />}
      </div>
    </div>
  );
};
