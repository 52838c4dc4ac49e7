import { Box, Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ManagedTeam } from '#contract/team-management.ts';
import { IconPlus } from '#kit/icons/icons.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { listTeams } from '#portal/api/teams.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { useMe } from '#portal/session/me.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { NewTeamDialog } from './NewTeamDialog.tsx';
import { parseTeamsSearch, type TeamsSearch } from './teams-search.ts';

export const TeamList = () => {
  const { t } = useTranslation('teams');
  const { text, isNew } = useSearch({ from: '/teams' });
  const navigate = useNavigate({ from: '/teams' });
  // Requires the organisation-wide permission, not just one for some teams.
  const canCreate = useMe().permissions.tenant.includes('Teams.Manage');
  const changeSearch = (changes: Partial<TeamsSearch>) =>
    navigate({ search: (prev) => parseTeamsSearch({ ...prev, ...changes }), replace: true });
  const { query, rows } = usePages({
    queryKey: ['teams', 'list', { text }],
    readPage: (after) => listTeams({ text, after, limit: 100 }),
    selectRows: ({ teams }) => teams,
  });
  const columns = useColumns();
  const createButton = canCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => changeSearch({ isNew: true })}>
      {t('newTeam')}
    </Button>
  );
  return (
    <Page title={t('teams')} actions={createButton}>
      {canCreate && <NewTeamShortcut onNew={() => changeSearch({ isNew: true })} />}
      <Box mb="sm">
        <SearchField
          label={t('search')}
          value={text ?? ''}
          onSearch={(newText) => changeSearch({ text: newText })}
        />
      </Box>
      <QueryTable
        query={query}
        rows={rows}
        empty={
          <EmptyState
            title={text === undefined ? t('noneYet') : t('none')}
            action={text === undefined && createButton}
          >
            {text === undefined ? t('noneYetHint') : t('noneHint')}
          </EmptyState>
        }
        caption={t('teams')}
        columns={columns}
        keyOf={({ id }) => id}
      />
      {canCreate && (
        <NewTeamDialog isOpen={isNew === true} onClose={() => changeSearch({ isNew: undefined })} />
      )}
    </Page>
  );
};

const NewTeamShortcut = ({ onNew }: { onNew: () => void }) => {
  const { t } = useTranslation('teams');
  useShortcut({ keys: 'n', label: t('newTeam'), run: onNew });
  return null;
};

const useColumns = (): Column<ManagedTeam>[] => {
  const { t } = useTranslation('teams');
  return [
    {
      key: 'title',
      header: t('title'),
      cell: ({ id, title }) => (
        <AnchorLink to="/teams/$teamId" params={{ teamId: id }} fw={550}>
          {title}
        </AnchorLink>
      ),
    },
    {
      key: 'description',
      header: t('description'),
      isHiddenOnPhone: true,
      cell: (team) => team.description || '–',
    },
    { key: 'members', header: t('members'), isNumber: true, cell: ({ memberCount }) => memberCount },
    { key: 'timeZone', header: t('timeZone'), isHiddenOnPhone: true, cell: ({ timeZone }) => timeZone },
    {
      key: 'status',
      header: t('status'),
      cell: ({ isActive }) => (
        <StatusBadge tone={isActive ? 'good' : 'plain'}>{t(isActive ? 'active' : 'inactive')}</StatusBadge>
      ),
    },
  ];
};
