import { Box, Pill, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ManagedTeam } from '#contract/team-management.ts';
import { findWorkbooks, readWorkbooksOfTeam, setWorkbooksOfTeam } from '#portal/api/teams.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useUndo } from '#portal/frame/undo.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { useMay } from '#portal/session/me.ts';
import { FoundSelect } from './FoundSelect.tsx';
import { useTeamsWords } from './words.ts';

type Change = { id: string; title: string; isUsed: boolean };

/** What the tasks of a team can ask. */
export const TeamWorkbooks = ({ team }: { team: ManagedTeam }) => {
  const t = useTeamsWords();
  const may = useMay('Workbooks.Manage');
  const mayRead = useMay('Workbooks.Read');
  const undoable = useUndo();
  const used = useQuery({
    queryKey: ['teams', team.id, 'workbooks'],
    queryFn: () => readWorkbooksOfTeam(team.id),
    enabled: mayRead,
  });
  const changes = [['teams', team.id, 'workbooks'], ['workbooks']];
  // Read anew, so that only this one changes.
  const set = async ({ id, isUsed }: Change) => {
    const { workbooks, revision } = await readWorkbooksOfTeam(team.id);
    const others = workbooks.map((workbook) => workbook.id).filter((other) => other !== id);
    return setWorkbooksOfTeam(team.id, isUsed ? [...others, id] : others, revision);
  };
  const undoing = useAct({ act: set, changes, isFailureShown: false });
  const setting = useAct({
    act: set,
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
  if (!mayRead) return null;
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
          <FoundSelect
            label={t('addWorkbook')}
            placeholder={t('findWorkbook')}
            nothingFound={t('noWorkbookFound')}
            queryKey={['workbooks', 'choice', used.data.workbooks.map(({ id }) => id)]}
            find={findOthers}
            onChoose={({ value, label }) => setting.mutate({ id: value, title: label, isUsed: true })}
          />
        </Box>
      )}
    </Stack>
  );
};
