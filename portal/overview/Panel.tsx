import { Paper, ScrollArea, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Focusable so that users can scroll a large table by keyboard. */
export const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper withBorder p="md" h="100%">
    <Title order={2} mb="sm">
      {title}
    </Title>
    <ScrollArea.Autosize
      mah={420}
      type="auto"
      offsetScrollbars="y"
      scrollbarSize={8}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}
    >
      {children}
    </ScrollArea.Autosize>
  </Paper>
);
