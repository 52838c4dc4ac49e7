import { memo } from 'react';
import type { UserDevice } from '#contract/device.ts';
import { DeviceWarning } from '#portal/devices/DeviceWarning.tsx';
import classes from './Board.module.css';
import { BoardCell, type BoardDisplay } from './BoardCell.tsx';
import type { BoardRow as Row } from './board-layout.ts';
import { NAMES_PX, type Rect } from './geometry.ts';
import { LoadBar } from './LoadBar.tsx';

type Props = {
  row: Row;
  devices: readonly UserDevice[] | undefined;
  index: number;
  firstColumn: number;
  lastColumn: number;
  /** The focus, or null if it is in another row. */
  focus: { column: number; taskId: string | null } | null;
  display: BoardDisplay;
  isClosed: boolean;
  /** The drop target in board coordinates, or null if it is in another row. */
  dropRect: Rect | null;
};

/** Renders the visible cells, and earlier cells whose tasks extend into the visible ones. */
export const BoardRow = memo((props: Props) => {
  const { row, devices, index, firstColumn, lastColumn, focus, display, isClosed, dropRect } = props;
  const { geometry, labels } = display;
  const name = labels.formatRowName(row);
  const totalLoad = sumLoads(row);
  const visibleColumns = row.cells.flatMap((cell, column) =>
    (column >= firstColumn && column <= lastColumn) ||
    (column < firstColumn &&
      [...cell, ...row.busyTimes].some(
        (placement) => placement.column === column && column + placement.span > firstColumn,
      ))
      ? [column]
      : [],
  );
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-kind={row.kind}
      data-closed={isClosed || undefined}
      style={{ top: geometry.rowTops[index]!, height: geometry.rowHeights[index]!, width: geometry.width }}
    >
      <div role="rowheader" className={classes.person} style={{ width: NAMES_PX }}>
        <div className={classes.personInfo}>
          <span className={classes.nameLine}>
            <span className={classes.name}>{name}</span>
            {devices && <DeviceWarning devices={devices} isAtWork={isAtWork(row)} />}
          </span>
          <span className={classes.personLoad}>
            {row.person
              ? labels.formatLoad(totalLoad, 'short')
              : labels.formatTaskCount(row.cells.flat().length)}
          </span>
          {row.person && <LoadBar load={totalLoad} />}
        </div>
      </div>
      {visibleColumns.map((column) => (
        <BoardCell
          key={column}
          row={row}
          columnIndex={column}
          name={name}
          focusedTaskId={focus?.column === column ? focus.taskId : undefined}
          display={display}
        />
      ))}
      {dropRect && (
        <div
          className={classes.dropTarget}
          style={{ left: dropRect.left, width: dropRect.width }}
          aria-hidden
        />
      )}
    </div>
  );
});

const isAtWork = ({ cells }: Row): boolean =>
  cells.some((cell) => cell.some(({ task }) => task.state === 'Active'));

const sumLoads = ({ loads }: Row) => {
  const [firstDay] = loads;
  if (loads.length === 1) return firstDay!;
  return {
    ...firstDay!,
    plannedMinutes: loads.reduce((sum, { plannedMinutes }) => sum + plannedMinutes, 0),
    workingMinutes: loads.reduce((sum, { workingMinutes }) => sum + workingMinutes, 0),
    isAbsent: false,
  };
};
