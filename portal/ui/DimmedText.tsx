import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

export const DimmedText = (props: TextProps & { children: ReactNode }) => (
  <Text size="sm" c="dimmed" {...props} />
);
