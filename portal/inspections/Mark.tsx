import type { ReactNode } from 'react';
import classes from './Mark.module.css';

/** A short word about an answer or an inspection; the tone only repeats what it says. */
export const Mark = ({ tone, children }: { tone: 'good' | 'bad' | 'warn' | 'calm'; children: ReactNode }) => (
  <span className={classes.mark} data-tone={tone}>
    {children}
  </span>
);
