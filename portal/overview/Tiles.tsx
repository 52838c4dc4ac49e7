import { SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import type { Overview } from '#portal/api/overview.ts';
import classes from './Overview.module.css';

const OPEN_STATES = ['New', 'Assigned', 'Active'];
const TILES = [
  { name: 'open', filter: { state: OPEN_STATES } },
  { name: 'late', filter: { isLate: true } },
  { name: 'unplanned', filter: { state: ['New', 'Assigned'], planned: 'no' } },
  { name: 'dueThisWeek', filter: { state: OPEN_STATES, due: 'thisWeek' } },
] as const;

export const Tiles = ({ overview, teamId }: { overview: Overview; teamId: string | undefined }) => {
  const { t } = useTranslation('overview');
  const teamFilter = teamId === undefined ? {} : { teamId };
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {TILES.map(({ name, filter }) => (
        <Link
          key={name}
          to="/tasks"
          search={{ ...teamFilter, ...filter, sort: 'dueDate' } as object}
          className={classes.tile}
          data-name={name}
        >
          <Text span className={classes.count}>
            {overview[name].toLocaleString(currentLanguage())}
          </Text>
          <Text span size="sm">
            {t(name)}
          </Text>
        </Link>
      ))}
    </SimpleGrid>
  );
};
