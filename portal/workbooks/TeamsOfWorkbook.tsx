import { Badge, Group, MultiSelect, Paper, Text, Title } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WholeWorkbook } from '#contract/workbook-management.ts';
import { readTeamsOfWorkbook, setTeamsOfWorkbook } from '#portal/api/workbooks.ts';
import { useProblemText } from '#portal/frame/ProblemNote.tsx';
import { answerStep, endStep, startStep, useUndo } from '#portal/frame/undo.tsx';
import { useTeams } from '#portal/frame/use-teams.ts';
import { useMay } from '#portal/session/me.ts';
import { useWorkbookWords } from './words.ts';

type Change = { added: readonly string[]; removed: readonly string[] };

/** Which teams may use the workbook. */
export const TeamsOfWorkbook = ({ workbook: { id, teams } }: { workbook: WholeWorkbook }) => {
  const t = useWorkbookWords();
  const mayManage = useMay('Workbooks.Manage');
  const all = useTeams();
  const queries = useQueryClient();
  const offerUndo = useUndo();
  const say = useProblemText();
  const key = ['workbook', id];
  // Read anew, so that only what was added or taken away here changes.
  const save = async ({ added, removed }: Change) => {
    const { teams: now, revision } = await readTeamsOfWorkbook(id);
    const kept = now.map((team) => team.id).filter((teamId) => !removed.includes(teamId));
    await setTeamsOfWorkbook(id, [...new Set([...kept, ...added])], revision);
    await queries.invalidateQueries({ queryKey: key });
    await queries.invalidateQueries({ queryKey: ['workbooks'] });
  };
  const shown = teams.map((team) => team.id);
  const saving = useMutation({
    mutationFn: save,
    // One after the other: each reads what the one before left.
    scope: { id: `teams of ${id}` },
    onMutate: ({ added, removed }) => {
      const known = queries.getQueryData<WholeWorkbook>(key);
      const chosen = [...all, ...teams].filter((team, place, list) => {
        const first = list.findIndex((each) => each.id === team.id);
        const isUsed = added.includes(team.id) || shown.includes(team.id);
        return first === place && isUsed && !removed.includes(team.id);
      });
      if (known) queries.setQueryData(key, { ...known, teams: chosen });
      return startStep();
    },
    onSuccess: (_, { added, removed }, step) =>
      answerStep(step, () => offerUndo(t('didTeams'), () => save({ added: removed, removed: added }))),
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
      {mayManage && all.length > 0 ? (
        <MultiSelect
          aria-label={t('teams')}
          placeholder={teams.length === 0 ? t('chooseTeams') : ''}
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
