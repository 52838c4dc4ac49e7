import type { ReactNode } from 'react';
import classes from './Mark.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'plain';

/** A status badge. Its colour only repeats the text. */
export const Mark = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classes.mark} data-tone={tone}>
    {children}
  </span>
);
