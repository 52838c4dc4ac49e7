import { Box, Code, Text } from '@mantine/core';
import classes from './CopyBlock.module.css';
import { CopyIconButton } from './CopyField.tsx';

/** Lines to copy into a terminal or a program. */
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
      <Box className={classes.act}>
        <CopyIconButton label={label} value={value} />
      </Box>
    </Box>
  </Box>
);
