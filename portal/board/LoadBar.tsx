import classes from './Board.module.css';
import { type DayLoad, isOverfull } from './board-layout.ts';

/** How full a day is: what is too much is hatched, and told in words beside it. */
export const LoadBar = ({ load, text }: { load: DayLoad; text?: string }) => {
  const { plannedMinutes, workingMinutes, isAbsent } = load;
  const share =
    workingMinutes > 0 ? Math.min(plannedMinutes / workingMinutes, 1) : plannedMinutes > 0 ? 1 : 0;
  return (
    <div className={classes.load} data-overfull={isOverfull(load) || undefined} aria-hidden>
      {text !== undefined && <span className={classes.loadText}>{text}</span>}
      {!isAbsent && (
        <div className={classes.track}>
          <div className={classes.filled} style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  );
};
