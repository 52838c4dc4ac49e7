import type { CSSProperties } from 'react';
import { formatDuration, formatTime } from '#kit/date-time-format.ts';
import classes from './BusyBlock.module.css';
import type { BoardLabels } from './board-labels.ts';
import type { PlacedBusyTime } from './board-layout.ts';

type Props = { busyTime: PlacedBusyTime; labels: BoardLabels; style: CSSProperties };

/** A task for another team, which the planner can neither see nor move. */
export const BusyBlock = ({ busyTime: { time }, labels, style }: Props) => {
  const period = `${formatTime(time.plannedStart)} · ${formatDuration(time.minutes)}`;
  return (
    <span className={classes.busy} style={style} title={`${labels.busyLabel}, ${period}`} aria-hidden>
      <span className={classes.line}>{labels.busyLabel}</span>
      <span className={classes.line}>{period}</span>
    </span>
  );
};
