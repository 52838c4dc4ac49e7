import { Box, Group, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { BackLink } from './BackLink.tsx';
import classes from './Page.module.css';

type Props = {
  title: string;
  back?: { to: string; label: string };
  actions?: ReactNode;
  isFullHeight?: boolean;
  children: ReactNode;
};

/** `back` links to the list that contains the page's object. `isFullHeight` is for boards and maps. */
export const Page = ({ title, back, actions, isFullHeight = false, children }: Props) => {
  useEffect(() => {
    document.title = `${title} – Ronda`;
  }, [title]);
  return (
    <Box className={isFullHeight ? classes.filling : classes.page}>
      {back && <BackLink {...back} />}
      <Group justify="space-between" gap="sm" className={classes.head}>
        <Title order={1}>{title}</Title>
        <Group gap="xs">{actions}</Group>
      </Group>
      {children}
    </Box>
  );
};
