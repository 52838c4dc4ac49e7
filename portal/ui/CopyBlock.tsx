import { Box, Code, Text } from '@mantine/core';
import classes from './CopyBlock.module.css';
import { CopyIconButton } from './CopyField.tsx';

export const CopyBlock = ({ label, value }: { label: string; value: string }) => (
  <Box component="section" aria-label={label}>
    <Text size="sm" fw={500} mb={4}>
      {label}
    </Text>
    <Box pos="relative">
      {/* Focusable so that long lines scroll by keyboard. */}
      <Code block tabIndex={0} className={classes.code}>
        {value}
      </Code>
      <Box className={classes.button}>
        <CopyIconButton label={label} value={value} />
      </Box>
    </Box>
  </Box>
);
