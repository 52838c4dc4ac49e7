import { Button, Group, Text } from '@mantine/core';

export const MessageWithButton = ({
  message,
  label,
  onClick,
}: {
  message: string;
  label: string;
  onClick: () => void;
}) => (
  <Group justify="space-between" wrap="nowrap">
    <Text size="sm">{message}</Text>
    <Button flex="none" size="compact-sm" variant="light" onClick={onClick}>
      {label}
    </Button>
  </Group>
);
