import { memo } from 'react';
import type { UserDevice } from '#contract/device.ts';
import { DeviceWarning } from '#portal/devices/DeviceWarning.tsx';
import classes from './Board.module.css';
import { BoardCell } from './BoardCell.tsx';
import type { BoardView, Column } from './board-columns.ts';
import type { BoardRow as Row } from './board-layout.ts';
import type { BoardTexts } from './board-texts.ts';
import { type Geometry, HEAD_PX, type Rect } from './geometry.ts';
import { LoadBar } from './LoadBar.tsx';

type Props = {
  row: Row;
  /** The devices of the person of this row. */
  devices: readonly UserDevice[] | undefined;
  index: number;
  top: number;
  height: number;
  geometry: Geometry;
  view: BoardView;
  columns: readonly Column[];
  columnNames: readonly string[];
  /** The first and last visible column. */
  from: number;
  to: number;
  /** Set only when the focus is in this row. */
  focus: { column: number; taskId: string | null } | null;
  selection: ReadonlySet<string>;
  draggedIds: ReadonlySet<string>;
  ghosts: ReadonlySet<string>;
  text: string | undefined;
  texts: BoardTexts;
  /** The tasks being moved cannot be dropped here. */
  isNotAccepting: boolean;
  /** The drop area in this row, in board coordinates. */
  mark: Rect | null;
};

/** A row of the board. Renders only visible cells, and cells whose tasks reach into them. */
export const BoardRow = memo((props: Props) => {
  const { row, index, top, height, geometry, columns, columnNames, from, to, focus, isNotAccepting, mark } =
    props;
  const { devices, view, selection, draggedIds, ghosts, text, texts } = props;
  const name = texts.nameOf(row);
  const total = totalOf(row);
  const shown = row.cells.flatMap((cell, column) =>
    (column >= from && column <= to) ||
    (column < from &&
      [...cell, ...row.busy].some((placed) => placed.column === column && column + placed.span > from))
      ? [column]
      : [],
  );
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-kind={row.kind}
      data-closed={isNotAccepting || undefined}
      style={{ top, height, width: geometry.width }}
    >
      <div role="rowheader" className={classes.person} style={{ width: HEAD_PX }}>
        <div className={classes.who}>
          <span className={classes.nameLine}>
            <span className={classes.name}>{name}</span>
            {devices && <DeviceWarning devices={devices} isAtWork={isAtWork(row)} />}
          </span>
          <span className={classes.under}>
            {row.person ? texts.load(total) : texts.tasks(row.cells.flat().length)}
          </span>
          {row.person && <LoadBar load={total} />}
        </div>
      </div>
      {shown.map((column) => (
        <BoardCell
          key={column}
          row={row}
          column={column}
          when={columns[column]!}
          name={name}
          columnName={columnNames[column]!}
          geometry={geometry}
          view={view}
          current={focus?.column === column ? focus.taskId : undefined}
          selection={selection}
          draggedIds={draggedIds}
          ghosts={ghosts}
          text={text}
          texts={texts}
        />
      ))}
      {mark && (
        <div className={classes.dropMark} style={{ left: mark.left, width: mark.width }} aria-hidden />
      )}
    </div>
  );
});

const isAtWork = ({ cells }: Row): boolean =>
  cells.some((cell) => cell.some(({ task }) => task.state === 'Active'));

/** The sum over all days that are shown. */
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
