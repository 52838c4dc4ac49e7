import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ManagedTeam, TeamPatch } from '#contract/team-management.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { useAction } from '#portal/actions/use-action.ts';
import { editTeam, listTeamGroups, readTeam } from '#portal/api/teams.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { SaveButtons } from '#portal/forms/SaveButtons.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { Section } from '#portal/ui/Section.tsx';
import { GroupCard } from './GroupCard.tsx';
import { TeamFields, type TeamValues } from './TeamFields.tsx';
import { TeamWorkbooks } from './TeamWorkbooks.tsx';

export const TeamPage = () => {
  const { teamId } = useParams({ from: '/teams/$teamId' });
  const { t } = useTranslation('teams');
  const team = useQuery({ queryKey: ['teams', teamId], queryFn: () => readTeam(teamId) });
  return (
    <Page title={team.data?.title ?? t('teams')} back={{ to: '/teams', label: t('teams') }}>
      {team.error && !team.data && <ProblemNote problem={team.error} onRetry={() => void team.refetch()} />}
      {team.isPending && <Skeleton height={320} />}
      {team.data && <TeamContent team={team.data} />}
    </Page>
  );
};

const TeamContent = ({ team }: { team: ManagedTeam }) => {
  const { t } = useTranslation('teams');
  const groups = useQuery({ queryKey: ['teams', team.id, 'groups'], queryFn: () => listTeamGroups(team.id) });
  return (
    <Stack gap="xl">
      <Group gap="xs">
        <StatusBadge tone={team.isActive ? 'good' : 'plain'}>
          {t(team.isActive ? 'active' : 'inactive')}
        </StatusBadge>
        <DimmedText>{team.description}</DimmedText>
      </Group>
      <Section title={t('groups')}>
        {groups.error && <ProblemNote problem={groups.error} />}
        <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }} spacing="sm">
          {groups.data?.map((group) => <GroupCard key={group.id} team={team} group={group} />) ?? (
            <Skeleton height={160} />
          )}
        </SimpleGrid>
      </Section>
      <Section title={t('workbooks')}>
        <TeamWorkbooks team={team} />
      </Section>
      <Section title={t('about')}>
        {team.canEdit ? <TeamForm team={team} /> : <TeamDetails team={team} />}
      </Section>
    </Stack>
  );
};

const TeamDetails = ({ team }: { team: ManagedTeam }) => {
  const { t } = useTranslation('teams');
  return (
    <DescriptionList
      entries={[
        [t('timeZone'), team.timeZone],
        [t('language'), team.language],
      ]}
    />
  );
};

const toFormValues = ({ title, description, isActive, timeZone, language }: ManagedTeam): TeamValues => ({
  title,
  description,
  isActive,
  timeZone,
  language,
});

const TeamForm = ({ team }: { team: ManagedTeam }) => {
  const { t } = useTranslation('teams');
  const savedValues = toFormValues(team);
  const edits = useEdits('team', savedValues, team.revision);
  const save = useAction({
    action: (change: TeamPatch) =>
      edits.send((revision) => editTeam(team.id, change, revision), toFormValues),
    invalidates: [['teams']],
    isFailureShown: false,
    undo: ({ revision }, change) => {
      const previousValues = Object.fromEntries(
        Object.entries(savedValues).filter(([name]) => name in change),
      ) as TeamPatch;
      return {
        label: t('saved', { name: team.title }),
        run: () => editTeam(team.id, previousValues, revision),
      };
    },
  });
  return (
    <EditForm edits={edits} onSubmit={() => save.mutate(edits.changedValues as TeamPatch)}>
      <Stack gap="sm" maw="34rem">
        <TeamFields edits={edits} problem={save.error} />
        <FormProblem problem={save.error} />
        <SaveButtons edits={edits} save={save} />
      </Stack>
    </EditForm>
  );
};
