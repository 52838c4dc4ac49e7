import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  clearLabel?: string;
  onClear?: () => void;
};

export const EmptyState = ({ title, children, action, clearLabel, onClear }: Props) => (
  <Stack align="center" gap="xs" py={48} px="md" ta="center">
    <Title order={2}>{title}</Title>
    <Text c="dimmed" maw="34rem">
      {children}
    </Text>
    {action}
    {onClear && (
      <Button variant="default" onClick={onClear}>
        {clearLabel}
      </Button>
    )}
  </Stack>
);
