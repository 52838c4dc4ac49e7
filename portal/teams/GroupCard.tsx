import { ActionIcon, Group, Paper, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ManagedTeam } from '#contract/team-management.ts';
import { addMember, findCandidates, removeMember, type TeamGroup } from '#portal/api/teams.ts';
import { AnchorLink } from '#portal/frame/AnchorLink.tsx';
import { useUndo } from '#portal/frame/undo.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { useMay } from '#portal/session/me.ts';
import { FoundSelect } from './FoundSelect.tsx';
import { useTeamsWords } from './words.ts';

type Person = { id: number; label: string };
type Member = TeamGroup['members'][number];

const labelOf = ({ name, surname }: Pick<Member, 'name' | 'surname'>) => `${name} ${surname}`.trim();

/** Who is in a group of a team. */
export const GroupCard = ({ team, group }: { team: ManagedTeam; group: TeamGroup }) => {
  const t = useTeamsWords();
  const mayUsers = useMay('Users.Manage');
  const undoable = useUndo();
  const name: string = group.name;
  const changes = [['teams'], ['users']];
  const put = ({ id }: Person) => addMember(team.id, name, id);
  const take = ({ id }: Person) => removeMember(team.id, name, id);
  const [putBack, takeBack] = [
    useAct({ act: put, changes, isFailureShown: false }),
    useAct({ act: take, changes, isFailureShown: false }),
  ];
  const adding = useAct({
    act: put,
    changes,
    onDone: (_, person) =>
      undoable(t('cameInto', { name: person.label, group: name }), () => takeBack.mutateAsync(person)),
  });
  const removing = useAct({
    act: take,
    changes,
    onDone: (_, person) =>
      undoable(t('left', { name: person.label, group: name }), () => putBack.mutateAsync(person)),
  });
  const leaving = removing.isPending ? removing.variables.id : undefined;
  const members = group.members.filter(({ id }) => id !== leaving);
  const findOthers = async (text: string) => {
    const users = await findCandidates(team.id, text);
    const inIt = new Set(group.members.map(({ id }) => id));
    return users
      .filter(({ id }) => !inIt.has(id))
      .map((user) => ({ value: String(user.id), label: `${labelOf(user)} (${user.userName})` }));
  };
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Title order={3} size="h5">
        {name}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {t(`${name}Hint` as 'ViewerHint')}
      </Text>
      <Stack gap={2} component="ul" m={0} p={0} mb="xs">
        {members.map((member) => (
          <Group key={member.id} component="li" justify="space-between" wrap="nowrap" mih={28}>
            <Text size="sm" truncate>
              {mayUsers ? (
                <AnchorLink to="/people/$userId" params={{ userId: member.id }}>
                  {labelOf(member)}
                </AnchorLink>
              ) : (
                labelOf(member)
              )}
              {!member.isActive && (
                <Text span size="xs" c="dimmed">
                  {` (${t('deactivated')})`}
                </Text>
              )}
            </Text>
            {team.canEdit && (
              <Tooltip label={t('removeFrom', { name: labelOf(member), group: name })}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('removeFrom', { name: labelOf(member), group: name })}
                  onClick={() => removing.mutate({ id: member.id, label: labelOf(member) })}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </Group>
        ))}
      </Stack>
      {members.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('nobody')}
        </Text>
      )}
      {team.canEdit && (
        <FoundSelect
          label={t('addTo', { group: name })}
          placeholder={t('findSomebody')}
          nothingFound={t('nobodyFound')}
          queryKey={['teams', team.id, 'candidates', group.members.map(({ id }) => id)]}
          find={findOthers}
          onChoose={({ value, label }) =>
            adding.mutate({ id: Number(value), label: label.replace(/ \([^(]*\)$/, '') })
          }
        />
      )}
    </Paper>
  );
};
