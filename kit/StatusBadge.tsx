import type { ReactNode } from 'react';
import classes from './StatusBadge.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'plain';

/** A status label. Its colour only repeats what the text says. */
export const StatusBadge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classes.badge} data-tone={tone}>
    {children}
  </span>
);
