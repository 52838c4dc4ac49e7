import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="section" gap="xs" aria-label={title}>
    <Title order={2}>{title}</Title>
    {children}
  </Stack>
);
