import { Button, Group, Text } from '@mantine/core';

type Props = { message: string; label: string; onClick: () => void };

export const MessageWithButton = ({ message, label, onClick }: Props) => (
  <Group justify="space-between" wrap="nowrap">
    <Text size="sm">{message}</Text>
    <Button flex="none" size="compact-sm" variant="light" onClick={onClick}>
      {label}
    </Button>
  </Group>
);
