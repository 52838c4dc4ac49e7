import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ManagedTeam } from '#contract/team-management.ts';
import { IconX } from '#kit/icons/icons.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { addMember, findCandidates, removeMember, type TeamGroup } from '#portal/api/teams.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { IconButton } from '#portal/ui/IconButton.tsx';
import { SearchSelect } from '#portal/ui/SearchSelect.tsx';

type Person = { id: number; label: string };
type Member = TeamGroup['members'][number];

const formatName = ({ name, surname }: Pick<Member, 'name' | 'surname'>) => `${name} ${surname}`.trim();

export const GroupCard = ({ team, group }: { team: ManagedTeam; group: TeamGroup }) => {
  const { t } = useTranslation('teams');
  const canManageUsers = useHasPermission('Users.Manage');
  const name: string = group.name;
  const queryKeys = [['teams'], ['users']];
  const addToGroup = ({ id }: Person) => addMember(team.id, name, id);
  const removeFromGroup = ({ id }: Person) => removeMember(team.id, name, id);
  const add = useAction({
    action: addToGroup,
    invalidates: queryKeys,
    undo: (_, person) => ({
      label: t('memberAdded', { name: person.label, group: name }),
      run: () => removeFromGroup(person),
    }),
  });
  const remove = useAction({
    action: removeFromGroup,
    invalidates: queryKeys,
    undo: (_, person) => ({
      label: t('memberRemoved', { name: person.label, group: name }),
      run: () => addToGroup(person),
    }),
  });
  const removedId = remove.isPending ? remove.variables.id : undefined;
  const members = group.members.filter(({ id }) => id !== removedId);
  const findNonMembers = async (text: string) => {
    const users = await findCandidates(team.id, text);
    const memberIds = new Set(group.members.map(({ id }) => id));
    return users
      .filter(({ id }) => !memberIds.has(id))
      .map((user) => ({
        value: String(user.id),
        label: `${formatName(user)} (${user.userName})`,
        name: formatName(user),
      }));
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
                  {formatName(member)}
                </AnchorLink>
              ) : (
                formatName(member)
              )}
              {!member.isActive && (
                <DimmedText span size="xs">
                  {` (${t('deactivated')})`}
                </DimmedText>
              )}
            </Text>
            {team.canEdit && (
              <IconButton
                icon={IconX}
                iconSize={14}
                label={t('removeFrom', { name: formatName(member), group: name })}
                onClick={() => remove.mutate({ id: member.id, label: formatName(member) })}
              />
            )}
          </Group>
        ))}
      </Stack>
      {members.length === 0 && <DimmedText mb="xs">{t('noMembers')}</DimmedText>}
      {team.canEdit && (
        <SearchSelect
          aria-label={t('addTo', { group: name })}
          placeholder={t('searchName')}
          nothingFound={t('noMemberFound')}
          queryKey={['teams', team.id, 'candidates', group.members.map(({ id }) => id)]}
          findOptions={findNonMembers}
          onSelect={({ value, name: label }) => add.mutate({ id: Number(value), label })}
        />
      )}
    </Paper>
  );
};
