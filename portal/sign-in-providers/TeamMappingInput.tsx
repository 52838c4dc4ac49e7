import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TeamGroup } from '#contract/team.ts';
import { TEAM_GROUPS } from '#portal/api/teams.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { type MappingProps, MappingRows } from './MappingRows.tsx';
import type { TeamRow } from './provider-form.ts';

export const TeamMappingInput = (mapping: MappingProps<TeamRow>) => {
  const { t } = useTranslation('sign-in-providers');
  const titles = useTeams().map(({ title }) => title);
  return (
    <MappingRows
      {...mapping}
      title={t('teamMapping')}
      hint={t('teamMappingHint')}
      emptyRow={{ value: '', team: '', group: 'Inspectors' }}
      renderTarget={(row, number, edit) => (
        <>
          <Select
            aria-label={t('teamOf', { number })}
            searchable
            data={[...new Set([...titles, ...(row.team === '' ? [] : [row.team])])]}
            value={row.team || null}
            onChange={(team) => edit({ team: team ?? '' })}
            flex={2}
          />
          <Select
            aria-label={t('groupOf', { number })}
            allowDeselect={false}
            data={TEAM_GROUPS}
            value={row.group}
            onChange={(group) => group && edit({ group: group as TeamGroup })}
            flex={2}
          />
        </>
      )}
    />
  );
};
