import { Box, Code, Text } from '@mantine/core';
import classes from './CopyBlock.module.css';
import { CopyAct } from './CopyField.tsx';

/** Lines for a terminal or a program, to be copied as they stand. */
export const CopyBlock = ({ label, value }: { label: string; value: string }) => (
  <Box component="section" aria-label={label}>
    <Text size="sm" fw={500} mb={4}>
      {label}
    </Text>
    <Box pos="relative">
      {/* Reached by the keyboard, for long lines scroll. */}
      <Code block tabIndex={0} className={classes.code}>
        {value}
      </Code>
      <Box className={classes.act}>
        <CopyAct label={label} value={value} />
      </Box>
    </Box>
  </Box>
);
