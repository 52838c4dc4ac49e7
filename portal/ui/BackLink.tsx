import { Group } from '@mantine/core';
import { IconArrowLeft } from '#kit/icons/icons.ts';
import { AnchorLink } from './AnchorLink.tsx';
import { readLastSearch } from './last-search.ts';

export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <AnchorLink to={to} search={readLastSearch(to)} display="inline-block" mb={4}>
    <Group gap={4}>
      <IconArrowLeft size={14} aria-hidden />
      {label}
    </Group>
  </AnchorLink>
);
