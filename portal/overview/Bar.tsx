import classes from './Overview.module.css';

/** A bar for a share from 0 to 1. `isFull`: the share is more than 1. */
export const Bar = ({ share, isFull = false }: { share: number; isFull?: boolean }) => (
  <span className={classes.bar} data-full={isFull} aria-hidden>
    <span style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }} />
  </span>
);
