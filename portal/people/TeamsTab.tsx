import { Button, Group, Pill, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/user.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { addMember, removeMember, TEAM_GROUPS } from '#portal/api/teams.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { ListTable } from '#portal/ui/ListTable.tsx';

type Membership = { teamId: string; team: string; group: string };

export const TeamsTab = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const canManage = useHasPermission('Teams.Manage');
  const queryKeys = [['users'], ['teams']];
  const name = formatFullName(user);
  const addToGroup = ({ teamId, group }: Membership) => addMember(teamId, group, user.id);
  const removeFromGroup = ({ teamId, group }: Membership) => removeMember(teamId, group, user.id);
  const add = useAction({
    action: addToGroup,
    invalidates: queryKeys,
    undo: (_, membership) => ({
      label: t('memberAdded', { name, ...membership }),
      run: () => removeFromGroup(membership),
    }),
  });
  const remove = useAction({
    action: removeFromGroup,
    invalidates: queryKeys,
    undo: (_, membership) => ({
      label: t('memberRemoved', { name, ...membership }),
      run: () => addToGroup(membership),
    }),
  });
  const columns = [
    {
      key: 'team',
      header: t('team'),
      cell: ({ id, title }: UserDetails['teams'][number]) => (
        <AnchorLink to="/teams/$teamId" params={{ teamId: id }} fw={550}>
          {title}
        </AnchorLink>
      ),
    },
    {
      key: 'groups',
      header: t('groups'),
      cell: ({ id, title, groups }: UserDetails['teams'][number]) => (
        <Group gap={6}>
          {groups.map((group) => (
            <Pill
              key={group}
              withRemoveButton={canManage}
              removeButtonProps={{
                'aria-label': t('removeFromGroup', { group, team: title }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => remove.mutate({ teamId: id, team: title, group })}
            >
              {group}
            </Pill>
          ))}
        </Group>
      ),
    },
  ];
  return (
    <Stack gap="md" maw="44rem">
      {user.teams.length > 0 && <DimmedText>{t('teamsHint')}</DimmedText>}
      {canManage && <AddToTeam onAdd={add.mutateAsync} isBusy={add.isPending} />}
      {user.teams.length === 0 ? (
        <EmptyState title={t('noTeams')}>{t('teamsHint')}</EmptyState>
      ) : (
        <ListTable caption={t('teams')} columns={columns} rows={user.teams} keyOf={({ id }) => id} />
      )}
    </Stack>
  );
};

type Props = { onAdd: (membership: Membership) => Promise<unknown>; isBusy: boolean };

const AddToTeam = ({ onAdd, isBusy }: Props) => {
  const { t } = useTranslation('people');
  const edits = useEdits<{ teamId: string | null; group: string }>('add to team', {
    teamId: null,
    group: 'Inspectors',
  });
  const { teamId, group } = edits.values;
  const teams = useTeams().filter(({ canEdit }) => canEdit);
  const submit = () => {
    const team = teams.find(({ id }) => id === teamId);
    if (team)
      void edits
        .send(() => onAdd({ teamId: team.id, team: team.title, group }))
        // The group stays selected because users are often added to several teams in a row.
        .then(
          () => edits.edit({ teamId: null }),
          () => {},
        );
  };
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <Select
          label={t('team')}
          searchable
          data={teams.map(({ id, title }) => ({ value: id, label: title }))}
          value={teamId}
          onChange={(id) => edits.edit({ teamId: id })}
        />
        <Select
          label={t('group')}
          allowDeselect={false}
          data={TEAM_GROUPS}
          value={group}
          onChange={(value) => value && edits.edit({ group: value })}
          w={160}
        />
        <Button type="submit" variant="default" disabled={teamId === null} loading={isBusy}>
          {t('addToTeam')}
        </Button>
      </Group>
    </EditForm>
  );
};
