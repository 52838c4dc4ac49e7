import { Box, Pill, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ManagedTeam } from '#contract/team-management.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { findWorkbooks, readTeamWorkbooks, setTeamWorkbooks } from '#portal/api/teams.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { SearchSelect } from '#portal/ui/SearchSelect.tsx';

type Change = { id: string; title: string; isUsed: boolean };

export const TeamWorkbooks = ({ team }: { team: ManagedTeam }) => {
  const { t } = useTranslation('teams');
  const canManage = useHasPermission('Workbooks.Manage');
  const canRead = useHasPermission('Workbooks.Read');
  const workbooksQuery = useQuery({
    queryKey: ['teams', team.id, 'workbooks'],
    queryFn: () => readTeamWorkbooks(team.id),
    enabled: canRead,
  });
  // Reads the current list first, to keep the other workbooks in it.
  const changeUse = async ({ id, isUsed }: Change) => {
    const { workbooks, revision } = await readTeamWorkbooks(team.id);
    const otherIds = workbooks.map((workbook) => workbook.id).filter((otherId) => otherId !== id);
    return setTeamWorkbooks(team.id, isUsed ? [...otherIds, id] : otherIds, revision);
  };
  const toggleUse = useAction({
    action: changeUse,
    invalidates: [['teams', team.id, 'workbooks'], ['workbooks']],
    undo: (_, { id, title, isUsed }) => ({
      label: t(isUsed ? 'workbookAdded' : 'workbookRemoved', { title }),
      run: () => changeUse({ id, title, isUsed: !isUsed }),
    }),
  });
  const findUnusedWorkbooks = async (text: string) => {
    const usedIds = new Set(workbooksQuery.data?.workbooks.map(({ id }) => id));
    return (await findWorkbooks(text))
      .filter(({ id }) => !usedIds.has(id))
      .map(({ id, title }) => ({ value: id, label: title }));
  };
  if (!canRead) return null;
  return (
    <Stack gap="xs">
      <DimmedText>{t('workbooksHint')}</DimmedText>
      {workbooksQuery.error && <ProblemNote problem={workbooksQuery.error} />}
      <Pill.Group>
        {workbooksQuery.data?.workbooks.map(({ id, title }) => (
          <Pill
            key={id}
            size="md"
            withRemoveButton={canManage}
            removeButtonProps={{
              'aria-label': t('removeWorkbook', { title }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => toggleUse.mutate({ id, title, isUsed: false })}
          >
            {title}
          </Pill>
        ))}
      </Pill.Group>
      {workbooksQuery.data?.workbooks.length === 0 && <Text size="sm">{t('noWorkbooks')}</Text>}
      {canManage && workbooksQuery.data && (
        <Box w={{ base: '100%', xs: 300 }}>
          <SearchSelect
            aria-label={t('addWorkbook')}
            placeholder={t('searchTitle')}
            nothingFound={t('noWorkbookFound')}
            queryKey={['workbooks', 'unused', workbooksQuery.data.workbooks.map(({ id }) => id)]}
            findOptions={findUnusedWorkbooks}
            onSelect={({ value, label }) => toggleUse.mutate({ id: value, title: label, isUsed: true })}
          />
        </Box>
      )}
    </Stack>
  );
};
