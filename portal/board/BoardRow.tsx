import { memo } from 'react';
import { fullName } from '#portal/api/lookups.ts';
import classes from './Board.module.css';
import type { BoardView, Column } from './board-columns.ts';
import type { Focus } from './board-focus.ts';
import type { PlacedTask, BoardRow as Row } from './board-layout.ts';
import type { Geometry } from './geometry.ts';
import { DAYS_PX, HEAD_PX } from './geometry.ts';
import { LoadBar } from './LoadBar.tsx';
import { useLoadText } from './load-text.ts';
import { TaskCard } from './TaskCard.tsx';
import { taskHasWords } from './use-board.ts';
import { useBoardWords } from './words.ts';

type Props = {
  row: Row;
  index: number;
  top: number;
  height: number;
  geometry: Geometry;
  view: BoardView;
  columns: readonly Column[];
  columnNames: readonly string[];
  /** Columns that are looked at, from the first to the last. */
  from: number;
  to: number;
  /** Only when it is in this row. */
  focus: Focus | null;
  selection: ReadonlySet<string>;
  carried: ReadonlySet<string>;
  text: string | undefined;
  /** What is carried cannot be put here. */
  isClosed: boolean;
};

/** Somebody's row: only the cells that are looked at exist, and those whose tasks reach into them. */
export const BoardRow = memo((props: Props) => {
  const { row, index, top, height, geometry, from, to } = props;
  const t = useBoardWords();
  const name = useRowName()(row);
  const total = totalOf(row);
  const sayLoad = useLoadText();
  const shown = row.cells.flatMap((cell, column) =>
    (column >= from && column <= to) || cell.some((placed) => column < from && column + placed.span > from)
      ? [column]
      : [],
  );
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-kind={row.kind}
      data-closed={props.isClosed || undefined}
      style={{ top, height, width: geometry.width }}
    >
      <div role="rowheader" className={classes.person} style={{ width: HEAD_PX }}>
        <div className={classes.who} style={{ top: DAYS_PX }}>
          <span className={classes.name}>{name}</span>
          {row.person ? (
            <>
              <span className={classes.under}>{sayLoad(total)}</span>
              <LoadBar load={total} />
            </>
          ) : (
            <span className={classes.under}>{t('tasks', { count: row.cells.flat().length })}</span>
          )}
        </div>
      </div>
      {shown.map((column) => (
        <Cell key={column} {...props} name={name} column={column} />
      ))}
    </div>
  );
});

const Cell = ({
  row,
  geometry,
  view,
  columns,
  columnNames,
  focus,
  selection,
  carried,
  text,
  name,
  column,
}: Props & { name: string; column: number }) => {
  const t = useBoardWords();
  const sayLoad = useLoadText();
  const { date, start, end } = columns[column]!;
  const cell = row.cells[column]!;
  const load = view === 'day' ? undefined : row.loads[column];
  const day = row.person?.days.find((one) => one.date === date);
  const isFree = row.person !== null && (day?.startsAt == null || !isWorked(day, start, end));
  const isHere = focus?.column === column;
  const said = [
    t('cell', { name, day: columnNames[column] }),
    row.person && load ? sayLoad(load) : undefined,
    t('tasks', { count: cell.length }),
  ];
  return (
    <div
      role="gridcell"
      aria-colindex={column + 2}
      tabIndex={isHere && focus.taskId === null ? 0 : -1}
      data-current={(isHere && focus.taskId === null) || undefined}
      data-cell={column}
      data-free={isFree || undefined}
      data-absent={day?.isAbsent || undefined}
      className={classes.cell}
      style={{ left: HEAD_PX + column * geometry.columnPx, width: geometry.columnPx }}
    >
      <span className={classes.said}>{said.filter(Boolean).join('. ')}</span>
      {row.person && load && (load.plannedMinutes > 0 || load.isAbsent) && (
        <LoadBar load={load} text={sayLoad(load, view === 'month' || geometry.columnPx < 170)} />
      )}
      {cell.map((placed) => (
        <TaskCard
          key={placed.task.id}
          placed={placed}
          isDense={view === 'month'}
          isResizable={view === 'day'}
          isChosen={selection.has(placed.task.id)}
          isCurrent={isHere && focus.taskId === placed.task.id}
          isCarried={carried.has(placed.task.id)}
          isFaded={text !== undefined && !taskHasWords(placed.task, text)}
          style={styleOf(placed, geometry)}
        />
      ))}
    </div>
  );
};

const GAP_PX = 2;

const styleOf = ({ offset, span, lane }: PlacedTask, { columnPx, lanePx, barPx }: Geometry) => ({
  left: offset * columnPx + GAP_PX,
  width: span * columnPx - 2 * GAP_PX,
  top: barPx + lane * lanePx,
  height: lanePx - GAP_PX,
});

const isWorked = (
  { startsAt, endsAt }: { startsAt: string | null; endsAt: string | null },
  start: number,
  end: number,
) => startsAt !== null && endsAt !== null && Date.parse(startsAt) < end && Date.parse(endsAt) > start;

/** Of all days that are shown. */
const totalOf = ({ loads }: Row) => {
  const [only] = loads;
  if (loads.length === 1) return only!;
  return {
    date: only!.date,
    plannedMinutes: loads.reduce((sum, { plannedMinutes }) => sum + plannedMinutes, 0),
    workingMinutes: loads.reduce((sum, { workingMinutes }) => sum + workingMinutes, 0),
    isAbsent: false,
    reason: null,
  };
};

export const useRowName = () => {
  const t = useBoardWords();
  return ({ kind, person }: Pick<Row, 'kind' | 'person'>): string =>
    person ? fullName(person) : t(kind === 'nobody' ? 'nobodyYet' : 'others');
};
