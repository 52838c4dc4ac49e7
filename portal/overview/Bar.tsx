import classes from './Overview.module.css';

/** A bar that shows a share from 0 to 1. `isOverfull` marks a share of more than 1. */
export const Bar = ({ share, isOverfull = false }: { share: number; isOverfull?: boolean }) => (
  <span className={classes.bar} data-full={isOverfull} aria-hidden>
    <span style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }} />
  </span>
);
