import { Box, Code, Group, Text } from '@mantine/core';
import classes from './CopyBlock.module.css';
import { CopyIconButton } from './CopyField.tsx';

export const CopyBlock = ({ label, value }: { label: string; value: string }) => (
  <Box component="section" aria-label={label}>
    <Group justify="space-between" mb={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <CopyIconButton label={label} value={value} />
    </Group>
    {/* Focusable so that users can scroll long lines by keyboard. */}
    <Code block tabIndex={0} className={classes.code}>
      {value}
    </Code>
  </Box>
);
