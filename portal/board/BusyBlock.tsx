import type { CSSProperties } from 'react';
import { formatDuration, formatTime } from '#kit/date-time-format.ts';
import classes from './BusyBlock.module.css';
import type { PlacedBusy } from './board-layout.ts';
import type { BoardTexts } from './board-texts.ts';

/** The time of a task for another team. The planner cannot see or move the task. */
export const BusyBlock = ({
  placed: { time },
  texts,
  style,
}: {
  placed: PlacedBusy;
  texts: BoardTexts;
  style: CSSProperties;
}) => {
  const period = `${formatTime(time.plannedStart, texts.language)} · ${formatDuration(time.minutes, texts.language)}`;
  return (
    <span className={classes.busy} style={style} title={`${texts.busy}, ${period}`} aria-hidden>
      <span className={classes.line}>{texts.busy}</span>
      <span className={classes.line}>{period}</span>
    </span>
  );
};
