import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FilterRow.module.css';

export const FilterRow = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" mb="sm" align="center" className={classes.row}>
    {children}
  </Group>
);
