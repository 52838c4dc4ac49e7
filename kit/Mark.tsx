import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'plain';

/** A state in a word: its colour only repeats what the word says. */
export const Mark = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <Badge
    variant="transparent"
    radius="sm"
    tt="none"
    fw={550}
    px={6}
    c={tone === 'plain' ? 'dimmed' : `var(--ronda-${tone})`}
    bg={tone === 'plain' ? 'var(--ronda-ground)' : `var(--ronda-${tone}-ground)`}
  >
    {children}
  </Badge>
);
