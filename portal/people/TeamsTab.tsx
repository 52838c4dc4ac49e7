import { Button, Group, Pill, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { WholeUser } from '#contract/user.ts';
import { fullName } from '#portal/api/lookups.ts';
import { addMember, removeMember, TEAM_GROUPS } from '#portal/api/teams.ts';
import { AnchorLink } from '#portal/frame/AnchorLink.tsx';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { ListTable } from '#portal/frame/ListTable.tsx';
import { useUndo } from '#portal/frame/undo.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { useTeams } from '#portal/frame/use-teams.ts';
import { useMay } from '#portal/session/me.ts';
import { usePeopleWords } from './words.ts';

type Place = { teamId: string; team: string; group: string };

/** Where somebody belongs. */
export const TeamsTab = ({ user }: { user: WholeUser }) => {
  const t = usePeopleWords();
  const may = useMay('Teams.Manage');
  const undoable = useUndo();
  const changes = [['users'], ['teams']];
  const name = fullName(user);
  const come = useAct({
    act: ({ teamId, group }: Place) => addMember(teamId, group, user.id),
    changes,
    onDone: (_, place) => undoable(t('cameInto', { name, ...place }), () => leaveAgain.mutateAsync(place)),
  });
  const leave = useAct({
    act: ({ teamId, group }: Place) => removeMember(teamId, group, user.id),
    changes,
    onDone: (_, place) => undoable(t('left', { name, ...place }), () => comeAgain.mutateAsync(place)),
  });
  const comeAgain = useAct({
    act: ({ teamId, group }: Place) => addMember(teamId, group, user.id),
    changes,
    isFailureShown: false,
  });
  const leaveAgain = useAct({
    act: ({ teamId, group }: Place) => removeMember(teamId, group, user.id),
    changes,
    isFailureShown: false,
  });
  const columns = [
    {
      key: 'team',
      head: t('team'),
      cell: ({ id, title }: WholeUser['teams'][number]) => (
        <AnchorLink to="/teams/$teamId" params={{ teamId: id }} fw={550}>
          {title}
        </AnchorLink>
      ),
    },
    {
      key: 'groups',
      head: t('groups'),
      cell: ({ id, title, groups }: WholeUser['teams'][number]) => (
        <Group gap={6}>
          {groups.map((group) => (
            <Pill
              key={group}
              withRemoveButton={may}
              removeButtonProps={{
                'aria-label': t('leave', { group, team: title }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => leave.mutate({ teamId: id, team: title, group })}
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
      {may && <AddToTeam onAdd={(place) => come.mutate(place)} isBusy={come.isPending} />}
      {user.teams.length === 0 ? (
        <EmptyState title={t('noTeams')}>{t('noTeamsHint')}</EmptyState>
      ) : (
        <ListTable caption={t('teams')} columns={columns} rows={user.teams} keyOf={({ id }) => id} />
      )}
    </Stack>
  );
};

const AddToTeam = ({ onAdd, isBusy }: { onAdd: (place: Place) => void; isBusy: boolean }) => {
  const t = usePeopleWords();
  const [teamId, setTeam] = useState<string | null>(null);
  const [group, setGroup] = useState('Inspectors');
  const editable = useTeams().filter(({ canEdit }) => canEdit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const team = editable.find(({ id }) => id === teamId);
    if (team) onAdd({ teamId: team.id, team: team.title, group });
    setTeam(null);
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <Select
          label={t('team')}
          searchable
          data={editable.map(({ id, title }) => ({ value: id, label: title }))}
          value={teamId}
          onChange={setTeam}
        />
        <Select
          label={t('group')}
          allowDeselect={false}
          data={TEAM_GROUPS}
          value={group}
          onChange={(value) => value && setGroup(value)}
          w={160}
        />
        <Button type="submit" variant="default" disabled={teamId === null} loading={isBusy}>
          {t('addToTeam')}
        </Button>
      </Group>
    </form>
  );
};
