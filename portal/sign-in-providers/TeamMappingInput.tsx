import { Select } from '@mantine/core';
import type { TeamGroup } from '#contract/team.ts';
import { TEAM_GROUPS } from '#portal/api/teams.ts';
import { useTeams } from '#portal/frame/use-teams.ts';
import { MappingRows } from './MappingRows.tsx';
import type { TeamRow } from './provider-form.ts';
import { useSignInWords } from './words.ts';

/** Into which groups of teams the values of a claim lead. */
export const TeamMappingInput = (mapping: {
  claim: string;
  rows: readonly TeamRow[];
  fault: string | undefined;
  theirs: string | undefined;
  onChange: (claim: string, rows: TeamRow[]) => void;
}) => {
  const t = useSignInWords();
  const titles = useTeams().map(({ title }) => title);
  return (
    <MappingRows
      {...mapping}
      title={t('teamMapping')}
      hint={t('teamMappingHint')}
      empty={{ value: '', team: '', group: 'Inspectors' }}
      meaning={(row, number, set) => (
        <>
          <Select
            aria-label={t('teamOf', { number })}
            searchable
            data={[...new Set([...titles, ...(row.team === '' ? [] : [row.team])])]}
            value={row.team || null}
            onChange={(team) => set({ team: team ?? '' })}
            flex={2}
          />
          <Select
            aria-label={t('groupOf', { number })}
            allowDeselect={false}
            data={TEAM_GROUPS}
            value={row.group}
            onChange={(group) => group && set({ group: group as TeamGroup })}
            flex={2}
          />
        </>
      )}
    />
  );
};
