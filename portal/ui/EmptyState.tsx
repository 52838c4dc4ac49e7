import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A placeholder for an empty list. Explains what will appear there, and can offer an action. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) => (
  <Stack align="center" gap="xs" py={48} px="md" ta="center">
    <Title order={2}>{title}</Title>
    <Text c="dimmed" maw="34rem">
      {children}
    </Text>
    {action}
  </Stack>
);
