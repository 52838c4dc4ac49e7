import { Badge, Group, MultiSelect, Paper, Text, Title } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails } from '#contract/workbook-management.ts';
import { completeStep, endStep, startStep, useUndo } from '#portal/actions/undo.tsx';
import { readTeamsOfWorkbook, setTeamsOfWorkbook } from '#portal/api/workbooks.ts';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';

type Change = { added: readonly string[]; removed: readonly string[] };

/** The teams that can use the workbook. */
export const TeamsOfWorkbook = ({ workbook: { id, teams } }: { workbook: WorkbookDetails }) => {
  const { t } = useTranslation('workbooks');
  const canManage = useHasPermission('Workbooks.Manage');
  const all = useTeams();
  const queries = useQueryClient();
  const offerUndo = useUndo();
  const say = useProblemText();
  const key = ['workbook', id];
  // Reads the current teams first, so that only teams added or removed here change.
  const save = async ({ added, removed }: Change) => {
    const { teams: now, revision } = await readTeamsOfWorkbook(id);
    const remaining = now.map((team) => team.id).filter((teamId) => !removed.includes(teamId));
    await setTeamsOfWorkbook(id, [...new Set([...remaining, ...added])], revision);
    await queries.invalidateQueries({ queryKey: key });
    await queries.invalidateQueries({ queryKey: ['workbooks'] });
  };
  const shown = teams.map((team) => team.id);
  const saving = useMutation({
    mutationFn: save,
    // Runs one at a time, because each save starts from the result of the previous one.
    scope: { id: `teams of ${id}` },
    onMutate: ({ added, removed }) => {
      const known = queries.getQueryData<WorkbookDetails>(key);
      const selected = [...all, ...teams].filter((team, place, list) => {
        const first = list.findIndex((each) => each.id === team.id);
        const isUsed = added.includes(team.id) || shown.includes(team.id);
        return first === place && isUsed && !removed.includes(team.id);
      });
      if (known) queries.setQueryData(key, { ...known, teams: selected });
      return startStep();
    },
    onSuccess: (_, { added, removed }, step) =>
      completeStep(step, () => offerUndo(t('didTeams'), () => save({ added: removed, removed: added }))),
    onError: (problem, _, step) => {
      if (step) endStep(step);
      void queries.invalidateQueries({ queryKey: key });
      showNotification({ color: 'red', message: say(problem) });
    },
  });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="teams">
      <Title order={2} id="teams">
        {t('teams')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {teams.length === 0 ? t('noTeams') : t('teamsHint')}
      </Text>
      {canManage && all.length > 0 ? (
        <MultiSelect
          aria-label={t('teams')}
          placeholder={teams.length === 0 ? t('selectTeams') : ''}
          data={[...all, ...teams.filter((team) => !all.some((each) => each.id === team.id))].map((team) => ({
            value: team.id,
            label: team.title,
          }))}
          value={shown}
          onChange={(teamIds) =>
            saving.mutate({
              added: teamIds.filter((teamId) => !shown.includes(teamId)),
              removed: shown.filter((teamId) => !teamIds.includes(teamId)),
            })
          }
          searchable
        />
      ) : (
        <Group gap="xs">
          {teams.map((team) => (
            <Badge key={team.id} variant="default" tt="none">
              {team.title}
            </Badge>
          ))}
        </Group>
      )}
    </Paper>
  );
};
