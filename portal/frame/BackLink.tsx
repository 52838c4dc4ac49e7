import { Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { AnchorLink } from './AnchorLink.tsx';

/** From a page of one thing to the list of all. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <AnchorLink to={to}>
    <Group gap={4}>
      <IconArrowLeft size={14} aria-hidden />
      {label}
    </Group>
  </AnchorLink>
);
