import type { CSSProperties } from 'react';
import { formatDuration, formatTime } from '#kit/date-time-format.ts';
import classes from './BusyBlock.module.css';
import type { PlacedBusy } from './board-layout.ts';
import type { BoardTexts } from './board-texts.ts';

/** Time that a person spends for another team, read-only. The planner cannot see the task. */
export const BusyBlock = ({
  placed: { time },
  isDense,
  texts,
  style,
}: {
  placed: PlacedBusy;
  /** Shows one line only. */
  isDense: boolean;
  texts: BoardTexts;
  style: CSSProperties;
}) => {
  const when = `${formatTime(time.plannedStart, texts.language)} · ${formatDuration(time.minutes, texts.language)}`;
  return (
    <span className={classes.busy} style={style} title={`${texts.busy}, ${when}`} aria-hidden>
      <span className={classes.line}>{texts.busy}</span>
      {!isDense && <span className={classes.line}>{when}</span>}
    </span>
  );
};
