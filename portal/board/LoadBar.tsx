import classes from './Board.module.css';
import { type DayLoad, isOverbooked } from './board-layout.ts';

/** If the day is overbooked, the bar is hatched and the label says so. */
export const LoadBar = ({ load, label }: { load: DayLoad; label?: string }) => {
  const { plannedMinutes, workingMinutes, isAbsent } = load;
  const isFull = plannedMinutes > 0 && plannedMinutes >= workingMinutes;
  const fillRatio = isFull ? 1 : plannedMinutes / Math.max(workingMinutes, 1);
  return (
    <div className={classes.load} data-overfull={isOverbooked(load) || undefined} aria-hidden>
      {label !== undefined && <span className={classes.loadText}>{label}</span>}
      {!isAbsent && <div className={classes.track} style={{ backgroundSize: `${fillRatio * 100}% 100%` }} />}
    </div>
  );
};
