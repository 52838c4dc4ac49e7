import { Grid, Select, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { readOverview } from '#portal/api/overview.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useTeams } from '#portal/teams/use-teams.ts';
import { Page } from '#portal/ui/Page.tsx';
import { Backup } from './Backup.tsx';
import { CompletedTasksByTeam, CompletedTasksByWeek } from './CompletedTasks.tsx';
import { Lateness } from './Lateness.tsx';
import { LongestLateTasks } from './LongestLateTasks.tsx';
import { DEFAULT_WEEKS, parseOverviewSearch, WEEKS } from './overview-search.ts';
import { Tiles } from './Tiles.tsx';
import { Workload } from './Workload.tsx';

const route = getRouteApi('/');

export const OverviewPage = () => {
  const { t } = useTranslation('overview');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const teams = useTeams();
  const query = useQuery({
    queryKey: ['overview', search],
    queryFn: () => readOverview(search),
    meta: { isLive: true },
    placeholderData: keepPreviousData,
  });
  const changeSearch = (change: { teamId?: string | null; weeks?: number }) =>
    void navigate({ search: parseOverviewSearch({ ...search, ...change }), replace: true });
  const overview = query.data;
  return (
    <Page
      title={t('overview')}
      actions={
        <>
          <Select
            size="xs"
            aria-label={t('team')}
            placeholder={t('allTeams')}
            clearable
            data={teams.map(({ id, title }) => ({ value: id, label: title }))}
            value={search.teamId ?? null}
            onChange={(teamId) => changeSearch({ teamId })}
          />
          <Select
            size="xs"
            w={120}
            aria-label={t('period')}
            allowDeselect={false}
            data={WEEKS.map((count) => ({ value: String(count), label: t('weeks', { count }) }))}
            value={String(search.weeks ?? DEFAULT_WEEKS)}
            onChange={(weeks) => changeSearch({ weeks: Number(weeks) })}
          />
        </>
      }
    >
      {query.isError && <ProblemNote problem={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton h={400} />}
      {overview && (
        <>
          {overview.backup && <Backup backup={overview.backup} />}
          <Tiles overview={overview} teamId={search.teamId} />
          <Grid gap="lg" mt="lg">
            {overview.lateByAssignee.length > 0 && (
              <Grid.Col span={12}>
                <Lateness lateByAssignee={overview.lateByAssignee} teamId={search.teamId} />
              </Grid.Col>
            )}
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <LongestLateTasks tasks={overview.oldestLate} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Workload people={overview.workload} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <CompletedTasksByWeek weeks={overview.weeks} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <CompletedTasksByTeam
                weeks={overview.weeks}
                titles={new Map(teams.map(({ id, title }) => [id, title]))}
              />
            </Grid.Col>
          </Grid>
        </>
      )}
    </Page>
  );
};
