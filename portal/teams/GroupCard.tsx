import { ActionIcon, Group, Paper, Stack, Text, Title, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ManagedTeam } from '#contract/team-management.ts';
import { IconX } from '#kit/icons/icons.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { addMember, findCandidates, removeMember, type TeamGroup } from '#portal/api/teams.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { SearchSelect } from './SearchSelect.tsx';

type Person = { id: number; label: string };
type Member = TeamGroup['members'][number];

const labelOf = ({ name, surname }: Pick<Member, 'name' | 'surname'>) => `${name} ${surname}`.trim();

/** The members of a group of a team. */
export const GroupCard = ({ team, group }: { team: ManagedTeam; group: TeamGroup }) => {
  const { t } = useTranslation('teams');
  const canManageUsers = useHasPermission('Users.Manage');
  const name: string = group.name;
  const changes = [['teams'], ['users']];
  const add = ({ id }: Person) => addMember(team.id, name, id);
  const remove = ({ id }: Person) => removeMember(team.id, name, id);
  const adding = useAction({
    action: add,
    changes,
    undo: (_, person) => ({
      label: t('memberAdded', { name: person.label, group: name }),
      run: () => remove(person),
    }),
  });
  const removing = useAction({
    action: remove,
    changes,
    undo: (_, person) => ({
      label: t('memberRemoved', { name: person.label, group: name }),
      run: () => add(person),
    }),
  });
  const removedId = removing.isPending ? removing.variables.id : undefined;
  const members = group.members.filter(({ id }) => id !== removedId);
  const findNonMembers = async (text: string) => {
    const users = await findCandidates(team.id, text);
    const memberIds = new Set(group.members.map(({ id }) => id));
    return users
      .filter(({ id }) => !memberIds.has(id))
      .map((user) => ({ value: String(user.id), label: `${labelOf(user)} (${user.userName})` }));
  };
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Title order={3} size="h5">
        {name}
      </Title>
      <DimmedText size="xs" mb="xs">
        {t(`${name}Hint` as 'ViewerHint')}
      </DimmedText>
      <Stack gap={2} component="ul" m={0} p={0} mb="xs">
        {members.map((member) => (
          <Group key={member.id} component="li" justify="space-between" wrap="nowrap" mih={28}>
            <Text size="sm" truncate>
              {canManageUsers ? (
                <AnchorLink to="/people/$userId" params={{ userId: member.id }}>
                  {labelOf(member)}
                </AnchorLink>
              ) : (
                labelOf(member)
              )}
              {!member.isActive && (
                <DimmedText span size="xs">
                  {` (${t('deactivated')})`}
                </DimmedText>
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
      {members.length === 0 && <DimmedText mb="xs">{t('noMembers')}</DimmedText>}
      {team.canEdit && (
        <SearchSelect
          label={t('addTo', { group: name })}
          placeholder={t('searchName')}
          nothingFound={t('noMemberFound')}
          queryKey={['teams', team.id, 'candidates', group.members.map(({ id }) => id)]}
          find={findNonMembers}
          onSelect={({ value, label }) =>
            adding.mutate({ id: Number(value), label: label.replace(/ \([^(]*\)$/, '') })
          }
        />
      )}
    </Paper>
  );
};
