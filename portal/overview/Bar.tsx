import classes from './Overview.module.css';

/** A share as a bar, next to its number. `isFull`: the share exceeds the whole. */
export const Bar = ({ part, isFull = false }: { part: number; isFull?: boolean }) => (
  <span className={classes.bar} data-full={isFull} aria-hidden>
    <span style={{ width: `${Math.min(100, Math.max(0, part * 100))}%` }} />
  </span>
);
