import classes from './Overview.module.css';

/** A part of a whole as a bar; the number beside it says the same. `isFull`: more than there is room for. */
export const Bar = ({ part, isFull = false }: { part: number; isFull?: boolean }) => (
  <span className={classes.bar} data-full={isFull} aria-hidden>
    <span style={{ width: `${Math.min(100, Math.max(0, part * 100))}%` }} />
  </span>
);
