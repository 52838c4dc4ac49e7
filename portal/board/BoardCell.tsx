import { memo } from 'react';
import classes from './Board.module.css';
import { BusyBlock } from './BusyBlock.tsx';
import type { BoardView, Column } from './board-columns.ts';
import type { BoardRow, Place } from './board-layout.ts';
import type { BoardTexts } from './board-texts.ts';
import { type Geometry, HEAD_PX } from './geometry.ts';
import { LoadBar } from './LoadBar.tsx';
import { TaskCard } from './TaskCard.tsx';
import { taskMatches } from './use-board.ts';

/** From this width on, a day shows its load as text. */
const WORDS_PX = 170;

/** One day or hour of a row, with the tasks that start in it. */
export const BoardCell = memo(
  ({
    row,
    column,
    when,
    name,
    columnName,
    geometry,
    view,
    current,
    selection,
    draggedIds,
    ghosts,
    text,
    texts,
  }: {
    row: BoardRow;
    column: number;
    when: Column;
    name: string;
    columnName: string;
    geometry: Geometry;
    view: BoardView;
    /** The focused task; null: the cell itself has the focus; undefined: another cell has it. */
    current: string | null | undefined;
    selection: ReadonlySet<string>;
    draggedIds: ReadonlySet<string>;
    ghosts: ReadonlySet<string>;
    text: string | undefined;
    texts: BoardTexts;
  }) => {
    const cell = row.cells[column]!;
    const busy = row.busy.filter((placed) => placed.column === column);
    const load = view === 'day' ? undefined : row.loads[column];
    const day = row.person?.days.find(({ date }) => date === when.date);
    const isFree = row.person !== null && !isWorked(day, when);
    const description = [
      `${name}, ${columnName}`,
      row.person && load ? texts.load(load) : undefined,
      texts.tasks(cell.length),
      busy.length > 0 && texts.busyTimes(busy.length),
    ];
    return (
      <div
        role="gridcell"
        aria-colindex={column + 2}
        tabIndex={current === null ? 0 : -1}
        data-current={current === null || undefined}
        data-cell={column}
        data-free={isFree || undefined}
        data-absent={day?.isAbsent || undefined}
        className={classes.cell}
        style={{ left: HEAD_PX + column * geometry.columnPx, width: geometry.columnPx }}
      >
        <span className={classes.said}>{description.filter(Boolean).join('. ')}</span>
        {row.person && load && (load.plannedMinutes > 0 || load.isAbsent) && (
          <LoadBar load={load} text={texts.load(load, view === 'month' || geometry.columnPx < WORDS_PX)} />
        )}
        {busy.map((placed) => (
          <BusyBlock
            key={`${placed.time.plannedStart} ${placed.lane}`}
            placed={placed}
            isDense={view === 'month'}
            texts={texts}
            style={styleOf(placed, geometry)}
          />
        ))}
        {cell.map((placed) => (
          <TaskCard
            key={placed.task.id}
            placed={placed}
            view={view}
            isSelected={selection.has(placed.task.id)}
            isCurrent={current === placed.task.id}
            isDragged={draggedIds.has(placed.task.id)}
            isGhost={ghosts.has(placed.task.id)}
            isFaded={text !== undefined && !taskMatches(placed.task, text)}
            texts={texts}
            style={styleOf(placed, geometry)}
          />
        ))}
      </div>
    );
  },
);

const GAP_PX = 2;

const styleOf = ({ offset, span, lane }: Place, { columnPx, lanePx, barPx }: Geometry) => ({
  left: offset * columnPx + GAP_PX,
  width: span * columnPx - 2 * GAP_PX,
  top: barPx + lane * lanePx,
  height: lanePx - GAP_PX,
});

const isWorked = (
  day: { startsAt: string | null; endsAt: string | null } | undefined,
  { start, end }: Column,
): boolean =>
  day?.startsAt != null &&
  day.endsAt !== null &&
  Date.parse(day.startsAt) < end &&
  Date.parse(day.endsAt) > start;
