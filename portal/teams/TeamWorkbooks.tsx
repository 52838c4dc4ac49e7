import { Box, Pill, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ManagedTeam } from '#contract/team-management.ts';
import { useUndo } from '#portal/actions/undo.tsx';
import { useAction } from '#portal/actions/use-action.ts';
import { findWorkbooks, readWorkbooksOfTeam, setWorkbooksOfTeam } from '#portal/api/teams.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { SearchSelect } from './SearchSelect.tsx';

type Change = { id: string; title: string; isUsed: boolean };

/** The workbooks that tasks of a team can use. */
export const TeamWorkbooks = ({ team }: { team: ManagedTeam }) => {
  const { t } = useTranslation('teams');
  const may = useHasPermission('Workbooks.Manage');
  const canRead = useHasPermission('Workbooks.Read');
  const undoable = useUndo();
  const used = useQuery({
    queryKey: ['teams', team.id, 'workbooks'],
    queryFn: () => readWorkbooksOfTeam(team.id),
    enabled: canRead,
  });
  const changes = [['teams', team.id, 'workbooks'], ['workbooks']];
  // Reads the current list first, so that only this workbook changes.
  const set = async ({ id, isUsed }: Change) => {
    const { workbooks, revision } = await readWorkbooksOfTeam(team.id);
    const others = workbooks.map((workbook) => workbook.id).filter((other) => other !== id);
    return setWorkbooksOfTeam(team.id, isUsed ? [...others, id] : others, revision);
  };
  const undoing = useAction({ action: set, changes, isFailureShown: false });
  const setting = useAction({
    action: set,
    changes,
    onDone: (_, { id, title, isUsed }) =>
      undoable(t(isUsed ? 'workbookAdded' : 'workbookRemoved', { title }), () =>
        undoing.mutateAsync({ id, title, isUsed: !isUsed }),
      ),
  });
  const findOthers = async (text: string) => {
    const known = new Set(used.data?.workbooks.map(({ id }) => id));
    return (await findWorkbooks(text))
      .filter(({ id }) => !known.has(id))
      .map(({ id, title }) => ({ value: id, label: title }));
  };
  if (!canRead) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('workbooksHint')}
      </Text>
      {used.error && <ProblemNote problem={used.error} />}
      <Pill.Group>
        {used.data?.workbooks.map(({ id, title }) => (
          <Pill
            key={id}
            size="md"
            withRemoveButton={may}
            removeButtonProps={{
              'aria-label': t('removeWorkbook', { title }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => setting.mutate({ id, title, isUsed: false })}
          >
            {title}
          </Pill>
        ))}
      </Pill.Group>
      {used.data?.workbooks.length === 0 && <Text size="sm">{t('noWorkbooks')}</Text>}
      {may && used.data && (
        <Box w={{ base: '100%', xs: 300 }}>
          <SearchSelect
            label={t('addWorkbook')}
            placeholder={t('searchTitle')}
            nothingFound={t('noWorkbookFound')}
            queryKey={['workbooks', 'choice', used.data.workbooks.map(({ id }) => id)]}
            find={findOthers}
            onSelect={({ value, label }) => setting.mutate({ id: value, title: label, isUsed: true })}
          />
        </Box>
      )}
    </Stack>
  );
};
