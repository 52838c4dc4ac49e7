import classes from './Board.module.css';
import { type DayLoad, isOverbooked } from './board-layout.ts';

/** A bar for a day's load. Overbooked time is hatched, and described by the label next to it. */
export const LoadBar = ({ load, label }: { load: DayLoad; label?: string }) => {
  const { plannedMinutes, workingMinutes, isAbsent } = load;
  const isFull = plannedMinutes > 0 && plannedMinutes >= workingMinutes;
  const share = isFull ? 1 : plannedMinutes / Math.max(workingMinutes, 1);
  return (
    <div className={classes.load} data-overfull={isOverbooked(load) || undefined} aria-hidden>
      {label !== undefined && <span className={classes.loadText}>{label}</span>}
      {!isAbsent && <div className={classes.track} style={{ backgroundSize: `${share * 100}% 100%` }} />}
    </div>
  );
};
