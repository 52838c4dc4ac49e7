import { Badge, Group, MultiSelect, Paper, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails } from '#contract/workbook-management.ts';
import { completeStep, endStep, startStep, useUndo } from '#portal/actions/undo.tsx';
import { readWorkbookTeams, setWorkbookTeams } from '#portal/api/workbooks.ts';
import { useNotifyProblem } from '#portal/problems/use-notify-problem.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';

type TeamChange = { addedIds: readonly string[]; removedIds: readonly string[] };

export const WorkbookTeams = ({ workbook: { id, teams } }: { workbook: WorkbookDetails }) => {
  const { t } = useTranslation('workbooks');
  const canManage = useHasPermission('Workbooks.Manage');
  const allTeams = useTeams();
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const notifyProblem = useNotifyProblem();
  const queryKey = ['workbook', id];
  // Reads the current teams first, to keep other people's changes.
  const save = async ({ addedIds, removedIds }: TeamChange) => {
    const { teams: currentTeams, revision } = await readWorkbookTeams(id);
    const remainingIds = currentTeams.map((team) => team.id).filter((teamId) => !removedIds.includes(teamId));
    await setWorkbookTeams(id, [...new Set([...remainingIds, ...addedIds])], revision);
    await queryClient.invalidateQueries({ queryKey });
    await queryClient.invalidateQueries({ queryKey: ['workbooks'] });
  };
  const options = [
    ...allTeams,
    ...teams.filter((team) => !allTeams.some(({ id: teamId }) => teamId === team.id)),
  ];
  const selectedIds = teams.map((team) => team.id);
  const saveTeams = useMutation({
    mutationFn: save,
    // Each save builds on the result of the previous one.
    scope: { id: `teams of ${id}` },
    onMutate: ({ addedIds, removedIds }) => {
      const workbook = queryClient.getQueryData<WorkbookDetails>(queryKey);
      const newTeams = options.filter(
        (team) =>
          (addedIds.includes(team.id) || selectedIds.includes(team.id)) && !removedIds.includes(team.id),
      );
      if (workbook) queryClient.setQueryData(queryKey, { ...workbook, teams: newTeams });
      return startStep();
    },
    onSuccess: (_, { addedIds, removedIds }, step) =>
      completeStep(step, () =>
        offerUndo(t('teamsUpdated'), () => save({ addedIds: removedIds, removedIds: addedIds })),
      ),
    onError: (problem, _, step) => {
      if (step) endStep(step);
      void queryClient.invalidateQueries({ queryKey });
      notifyProblem(problem);
    },
  });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="teams">
      <Title order={2} id="teams">
        {t('teams')}
      </Title>
      <DimmedText mb="xs">{teams.length === 0 ? t('noTeams') : t('teamsHint')}</DimmedText>
      {canManage && allTeams.length > 0 ? (
        <MultiSelect
          aria-label={t('teams')}
          placeholder={teams.length === 0 ? t('selectTeams') : ''}
          data={options.map((team) => ({ value: team.id, label: team.title }))}
          value={selectedIds}
          onChange={(teamIds) =>
            saveTeams.mutate({
              addedIds: teamIds.filter((teamId) => !selectedIds.includes(teamId)),
              removedIds: selectedIds.filter((teamId) => !teamIds.includes(teamId)),
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
