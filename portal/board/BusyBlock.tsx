import type { CSSProperties } from 'react';
import { sayMinutes, sayTime } from '#kit/moments.ts';
import classes from './BusyBlock.module.css';
import type { PlacedBusy } from './board-layout.ts';
import type { BoardTexts } from './board-texts.ts';

/** Time that somebody spends for another team: to be seen, and not to be acted on. What it is is not known here. */
export const BusyBlock = ({
  placed: { time },
  isDense,
  texts,
  style,
}: {
  placed: PlacedBusy;
  /** One line. */
  isDense: boolean;
  texts: BoardTexts;
  style: CSSProperties;
}) => {
  const when = `${sayTime(time.plannedStart, texts.language)} · ${sayMinutes(time.minutes, texts.language)}`;
  return (
    <span className={classes.busy} style={style} title={`${texts.busy}, ${when}`} aria-hidden>
      <span className={classes.line}>{texts.busy}</span>
      {!isDense && <span className={classes.line}>{when}</span>}
    </span>
  );
};
