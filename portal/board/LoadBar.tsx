import classes from './Board.module.css';
import { type DayLoad, isOverbooked } from './board-layout.ts';

/** A bar for the load of a day. Overbooked time is hatched, and described by the text next to it. */
export const LoadBar = ({ load, text }: { load: DayLoad; text?: string }) => {
  const { plannedMinutes, workingMinutes, isAbsent } = load;
  const isFull = plannedMinutes > 0 && plannedMinutes >= workingMinutes;
  const share = isFull ? 1 : plannedMinutes / Math.max(workingMinutes, 1);
  return (
    <div className={classes.load} data-overfull={isOverbooked(load) || undefined} aria-hidden>
      {text !== undefined && <span className={classes.loadText}>{text}</span>}
      {!isAbsent && <div className={classes.track} style={{ backgroundSize: `${share * 100}% 100%` }} />}
    </div>
  );
};
