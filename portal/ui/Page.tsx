import { Box, Group, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './Page.module.css';

/** The layout of a page: title, actions and content. `fills` makes it as high as the window, for boards and maps. */
export const Page = ({
  title,
  actions,
  fills = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  fills?: boolean;
  children: ReactNode;
}) => {
  useEffect(() => {
    document.title = `${title} – Ronda`;
  }, [title]);
  return (
    <Box className={fills ? classes.filling : classes.page}>
      <Group justify="space-between" gap="sm" className={classes.head}>
        <Title order={1}>{title}</Title>
        <Group gap="xs">{actions}</Group>
      </Group>
      {children}
    </Box>
  );
};
