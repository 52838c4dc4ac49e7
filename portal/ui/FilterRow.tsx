import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FilterRow.module.css';

/** A list's search field and filters. */
export const FilterRow = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" mb="sm" align="center" className={classes.row}>
    {children}
  </Group>
);
