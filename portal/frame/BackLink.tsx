import { Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { AnchorLink } from './AnchorLink.tsx';
import { lastSearchOf } from './last-search.ts';

/** From a page of one thing to the list of all, as it was left. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <AnchorLink to={to} search={lastSearchOf(to)}>
    <Group gap={4}>
      <IconArrowLeft size={14} aria-hidden />
      {label}
    </Group>
  </AnchorLink>
);
