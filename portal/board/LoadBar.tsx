import classes from './Board.module.css';
import { type DayLoad, isOverfull } from './board-layout.ts';

/** How full a day is: what is too much is hatched, and told in words beside it. */
export const LoadBar = ({ load, text }: { load: DayLoad; text?: string }) => {
  const { plannedMinutes, workingMinutes, isAbsent } = load;
  const isFull = plannedMinutes > 0 && plannedMinutes >= workingMinutes;
  const share = isFull ? 1 : plannedMinutes / Math.max(workingMinutes, 1);
  return (
    <div className={classes.load} data-overfull={isOverfull(load) || undefined} aria-hidden>
      {text !== undefined && <span className={classes.loadText}>{text}</span>}
      {!isAbsent && <div className={classes.track} style={{ backgroundSize: `${share * 100}% 100%` }} />}
    </div>
  );
};
