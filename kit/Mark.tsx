import type { ReactNode } from 'react';
import classes from './Mark.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'plain';

/** A state in a word: its colour only repeats what the word says. */
export const Mark = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classes.mark} data-tone={tone}>
    {children}
  </span>
);
