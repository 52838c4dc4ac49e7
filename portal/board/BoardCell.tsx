import { memo } from 'react';
import classes from './Board.module.css';
import { BusyBlock } from './BusyBlock.tsx';
import type { BoardView, Column } from './board-columns.ts';
import type { BoardLabels } from './board-labels.ts';
import type { BoardRow, Placement } from './board-layout.ts';
import { type Geometry, NAMES_PX } from './geometry.ts';
import { LoadBar } from './LoadBar.tsx';
import { TaskCard } from './TaskCard.tsx';
import { taskMatches } from './use-board.ts';

/** The minimum width of a column in which the load is shown as a sentence. */
const LOAD_SENTENCE_PX = 170;

export type BoardDisplay = {
  geometry: Geometry;
  view: BoardView;
  columns: readonly Column[];
  columnNames: readonly string[];
  selection: ReadonlySet<string>;
  draggedIds: ReadonlySet<string>;
  /** Tasks that are shown where a preview would place them. */
  previewedIds: ReadonlySet<string>;
  searchText: string | undefined;
  labels: BoardLabels;
};

/** One day or hour in a row, with the tasks that start in it. */
export const BoardCell = memo(
  ({
    row,
    columnIndex,
    name,
    focusedTaskId,
    display: {
      geometry,
      view,
      columns,
      columnNames,
      selection,
      draggedIds,
      previewedIds,
      searchText,
      labels,
    },
  }: {
    row: BoardRow;
    columnIndex: number;
    name: string;
    /** null if the cell itself has the focus; undefined if the focus is in another cell. */
    focusedTaskId: string | null | undefined;
    display: BoardDisplay;
  }) => {
    const column = columns[columnIndex]!;
    const cell = row.cells[columnIndex]!;
    const busy = row.busy.filter((placed) => placed.column === columnIndex);
    const load = view === 'day' ? undefined : row.loads[columnIndex];
    const day = row.person?.days.find(({ date }) => date === column.date);
    const isOff = row.person !== null && !isWorkingTime(day, column);
    const description = [
      `${name}, ${columnNames[columnIndex]}`,
      row.person && load ? labels.load(load) : undefined,
      labels.tasks(cell.length),
      busy.length > 0 && labels.busyTimes(busy.length),
    ];
    return (
      <div
        role="gridcell"
        aria-colindex={columnIndex + 2}
        tabIndex={focusedTaskId === null ? 0 : -1}
        data-current={focusedTaskId === null || undefined}
        data-cell={columnIndex}
        data-off={isOff || undefined}
        data-absent={day?.isAbsent || undefined}
        className={classes.cell}
        style={{ left: NAMES_PX + columnIndex * geometry.columnPx, width: geometry.columnPx }}
      >
        <span className={classes.visuallyHidden}>{description.filter(Boolean).join('. ')}</span>
        {row.person && load && (load.plannedMinutes > 0 || load.isAbsent) && (
          <LoadBar
            load={load}
            label={labels.load(load, geometry.columnPx < LOAD_SENTENCE_PX ? 'planned' : 'full')}
          />
        )}
        {busy.map((placed) => (
          <BusyBlock
            key={`${placed.time.plannedStart} ${placed.lane}`}
            placed={placed}
            labels={labels}
            style={createStyle(placed, geometry)}
          />
        ))}
        {cell.map((placed) => (
          <TaskCard
            key={placed.task.id}
            placed={placed}
            view={view}
            isSelected={selection.has(placed.task.id)}
            isCurrent={focusedTaskId === placed.task.id}
            isDragged={draggedIds.has(placed.task.id)}
            isPreviewed={previewedIds.has(placed.task.id)}
            isFaded={searchText !== undefined && !taskMatches(placed.task, searchText)}
            labels={labels}
            style={createStyle(placed, geometry)}
          />
        ))}
      </div>
    );
  },
);

const GAP_PX = 2;

const createStyle = ({ offset, span, lane }: Placement, { columnPx, lanePx, barPx }: Geometry) => ({
  left: offset * columnPx + GAP_PX,
  width: span * columnPx - 2 * GAP_PX,
  top: barPx + lane * lanePx,
  height: lanePx - GAP_PX,
});

const isWorkingTime = (
  day: { startsAt: string | null; endsAt: string | null } | undefined,
  { start, end }: Column,
): boolean =>
  day?.startsAt != null &&
  day.endsAt !== null &&
  Date.parse(day.startsAt) < end &&
  Date.parse(day.endsAt) > start;
