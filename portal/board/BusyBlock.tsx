import type { CSSProperties } from 'react';
import { formatDuration, formatTime } from '#kit/date-time-format.ts';
import classes from './BusyBlock.module.css';
import type { BoardLabels } from './board-labels.ts';
import type { PlacedBusy } from './board-layout.ts';

/** The period of a task for another team, which the planner can neither see nor move. */
export const BusyBlock = ({
  placed: { time },
  labels,
  style,
}: {
  placed: PlacedBusy;
  labels: BoardLabels;
  style: CSSProperties;
}) => {
  const period = `${formatTime(time.plannedStart)} · ${formatDuration(time.minutes)}`;
  return (
    <span className={classes.busy} style={style} title={`${labels.busy}, ${period}`} aria-hidden>
      <span className={classes.line}>{labels.busy}</span>
      <span className={classes.line}>{period}</span>
    </span>
  );
};
