import { Button, Group, Pill, Select, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/user.ts';
import { useUndo } from '#portal/actions/undo.tsx';
import { useAction } from '#portal/actions/use-action.ts';
import { fullName } from '#portal/api/lookups.ts';
import { addMember, removeMember, TEAM_GROUPS } from '#portal/api/teams.ts';
import { DraftForm } from '#portal/forms/DraftForm.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { ListTable } from '#portal/ui/ListTable.tsx';

type Membership = { teamId: string; team: string; group: string };

/** The teams and groups of a user. */
export const TeamsTab = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const may = useHasPermission('Teams.Manage');
  const undoable = useUndo();
  const changes = [['users'], ['teams']];
  const name = fullName(user);
  const adding = useAction({
    action: ({ teamId, group }: Membership) => addMember(teamId, group, user.id),
    changes,
    onDone: (_, place) => undoable(t('memberAdded', { name, ...place }), () => undoAdding.mutateAsync(place)),
  });
  const removing = useAction({
    action: ({ teamId, group }: Membership) => removeMember(teamId, group, user.id),
    changes,
    onDone: (_, place) =>
      undoable(t('memberRemoved', { name, ...place }), () => undoRemoving.mutateAsync(place)),
  });
  const undoRemoving = useAction({
    action: ({ teamId, group }: Membership) => addMember(teamId, group, user.id),
    changes,
    isFailureShown: false,
  });
  const undoAdding = useAction({
    action: ({ teamId, group }: Membership) => removeMember(teamId, group, user.id),
    changes,
    isFailureShown: false,
  });
  const columns = [
    {
      key: 'team',
      head: t('team'),
      cell: ({ id, title }: UserDetails['teams'][number]) => (
        <AnchorLink to="/teams/$teamId" params={{ teamId: id }} fw={550}>
          {title}
        </AnchorLink>
      ),
    },
    {
      key: 'groups',
      head: t('groups'),
      cell: ({ id, title, groups }: UserDetails['teams'][number]) => (
        <Group gap={6}>
          {groups.map((group) => (
            <Pill
              key={group}
              withRemoveButton={may}
              removeButtonProps={{
                'aria-label': t('removeFromGroup', { group, team: title }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => removing.mutate({ teamId: id, team: title, group })}
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
      <Text size="sm" c="dimmed">
        {t('noTeamsHint')}
      </Text>
      {may && <AddToTeam onAdd={(place) => adding.mutateAsync(place)} isBusy={adding.isPending} />}
      {user.teams.length === 0 ? (
        <EmptyState title={t('noTeams')}>{t('noTeamsHint')}</EmptyState>
      ) : (
        <ListTable caption={t('teams')} columns={columns} rows={user.teams} keyOf={({ id }) => id} />
      )}
    </Stack>
  );
};

const AddToTeam = ({
  onAdd,
  isBusy,
}: {
  onAdd: (place: Membership) => Promise<unknown>;
  isBusy: boolean;
}) => {
  const { t } = useTranslation('people');
  const draft = useEdits<{ teamId: string | null; group: string }>('add to team', {
    teamId: null,
    group: 'Inspectors',
  });
  const { teamId, group } = draft.values;
  const editable = useTeams().filter(({ canEdit }) => canEdit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const team = editable.find(({ id }) => id === teamId);
    if (team)
      void draft
        .send(() => onAdd({ teamId: team.id, team: team.title, group }))
        // Keeps the group selected, because a user is often added to several teams.
        .then(
          () => draft.edit({ teamId: null }),
          () => {},
        );
  };
  return (
    <DraftForm draft={draft} onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <Select
          label={t('team')}
          searchable
          data={editable.map(({ id, title }) => ({ value: id, label: title }))}
          value={teamId}
          onChange={(id) => draft.edit({ teamId: id })}
        />
        <Select
          label={t('group')}
          allowDeselect={false}
          data={TEAM_GROUPS}
          value={group}
          onChange={(value) => value && draft.edit({ group: value })}
          w={160}
        />
        <Button type="submit" variant="default" disabled={teamId === null} loading={isBusy}>
          {t('addToTeam')}
        </Button>
      </Group>
    </DraftForm>
  );
};
