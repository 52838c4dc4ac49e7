import { memo } from 'react';
import classes from './Board.module.css';
import { BusyBlock } from './BusyBlock.tsx';
import type { BoardView, Column } from './board-columns.ts';
import type { BoardLabels } from './board-labels.ts';
import type { BoardRow, Placement } from './board-layout.ts';
import { type Geometry, NAMES_PX } from './geometry.ts';
import { LoadBar } from './LoadBar.tsx';
import { TaskCard } from './TaskCard.tsx';
import { parseWorkingHours } from './task-warnings.ts';
import { isTaskMatch } from './use-board.ts';

/** Minimum column width for showing the load as a sentence. */
const LOAD_SENTENCE_PX = 170;

export type BoardDisplay = {
  geometry: Geometry;
  view: BoardView;
  columns: readonly Column[];
  columnNames: readonly string[];
  selection: ReadonlySet<string>;
  draggedIds: ReadonlySet<string>;
  /** Tasks shown where a preview would place them. */
  previewedIds: ReadonlySet<string>;
  searchText: string | undefined;
  labels: BoardLabels;
};

export const BoardCell = memo(
  ({
    row,
    columnIndex,
    name,
    focusedTaskId,
    display,
  }: {
    row: BoardRow;
    columnIndex: number;
    name: string;
    /** null if the cell itself has the focus, or undefined if the focus is in another cell. */
    focusedTaskId: string | null | undefined;
    display: BoardDisplay;
  }) => {
    const { geometry, view, columns, columnNames, labels } = display;
    const { selection, draggedIds, previewedIds, searchText } = display;
    const column = columns[columnIndex]!;
    const placedTasks = row.cells[columnIndex]!;
    const busyTimes = row.busyTimes.filter(({ column: index }) => index === columnIndex);
    const load = view === 'day' ? undefined : row.loads[columnIndex];
    const day = row.person?.days.find(({ date }) => date === column.date);
    const hours = parseWorkingHours(day);
    const isWorkingTime = hours !== undefined && hours.start < column.end && hours.end > column.start;
    const description = [
      `${name}, ${columnNames[columnIndex]}`,
      row.person && load ? labels.formatLoad(load) : undefined,
      labels.formatTaskCount(placedTasks.length),
      busyTimes.length > 0 && labels.formatBusyTimeCount(busyTimes.length),
    ];
    return (
      <div
        role="gridcell"
        aria-colindex={columnIndex + 2}
        tabIndex={focusedTaskId === null ? 0 : -1}
        data-current={focusedTaskId === null || undefined}
        data-cell={columnIndex}
        data-off={(row.person !== null && !isWorkingTime) || undefined}
        data-absent={day?.isAbsent || undefined}
        className={classes.cell}
        style={{ left: NAMES_PX + columnIndex * geometry.columnPx, width: geometry.columnPx }}
      >
        <span className={classes.visuallyHidden}>{description.filter(Boolean).join('. ')}</span>
        {row.person && load && (load.plannedMinutes > 0 || load.isAbsent) && (
          <LoadBar
            load={load}
            label={labels.formatLoad(load, geometry.columnPx < LOAD_SENTENCE_PX ? 'planned' : 'full')}
          />
        )}
        {busyTimes.map((busyTime) => (
          <BusyBlock
            key={`${busyTime.time.plannedStart} ${busyTime.lane}`}
            busyTime={busyTime}
            labels={labels}
            style={createStyle(busyTime, geometry)}
          />
        ))}
        {placedTasks.map((placedTask) => (
          <TaskCard
            key={placedTask.task.id}
            placedTask={placedTask}
            view={view}
            isSelected={selection.has(placedTask.task.id)}
            isCurrent={focusedTaskId === placedTask.task.id}
            isDragged={draggedIds.has(placedTask.task.id)}
            isPreviewed={previewedIds.has(placedTask.task.id)}
            isFaded={searchText !== undefined && !isTaskMatch(placedTask.task, searchText)}
            labels={labels}
            style={createStyle(placedTask, geometry)}
          />
        ))}
      </div>
    );
  },
);

const GAP_PX = 2;

const createStyle = ({ offset, span, lane }: Placement, { columnPx, lanePx, loadBarPx }: Geometry) => ({
  left: offset * columnPx + GAP_PX,
  width: span * columnPx - 2 * GAP_PX,
  top: loadBarPx + lane * lanePx,
  height: lanePx - GAP_PX,
});
