import { SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import type { Overview } from '#portal/api/overview.ts';
import classes from './Overview.module.css';

const OPEN_STATES = ['New', 'Assigned', 'Active'] as const;

export const Tiles = ({ overview, teamId }: { overview: Overview; teamId: string | undefined }) => {
  const { t } = useTranslation('overview');
  const teamFilter = teamId === undefined ? {} : { teamId };
  const tiles = [
    {
      name: 'open',
      count: overview.open,
      search: { ...teamFilter, state: [...OPEN_STATES], sort: 'dueDate' },
    },
    { name: 'late', count: overview.late, search: { ...teamFilter, isLate: true, sort: 'dueDate' } },
    {
      name: 'unplanned',
      count: overview.unplanned,
      search: { ...teamFilter, state: ['New', 'Assigned'], planned: 'no', sort: 'dueDate' },
    },
    {
      name: 'dueThisWeek',
      count: overview.dueThisWeek,
      search: { ...teamFilter, state: [...OPEN_STATES], due: 'thisWeek', sort: 'dueDate' },
    },
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {tiles.map(({ name, count, search }) => (
        <Link key={name} to="/tasks" search={search as object} className={classes.tile} data-name={name}>
          <Text span className={classes.count}>
            {count.toLocaleString(currentLanguage())}
          </Text>
          <Text span size="sm">
            {t(name)}
          </Text>
        </Link>
      ))}
    </SimpleGrid>
  );
};
