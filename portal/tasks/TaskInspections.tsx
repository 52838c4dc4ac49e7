import { Group, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InspectionRow } from '#contract/result.ts';
import type { TaskView } from '#contract/task-view.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { listInspections } from '#portal/api/inspections.ts';
import { useNames } from '#portal/people/use-names.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { TaskStateBadge } from './TaskStateBadge.tsx';

export const TaskInspections = ({ task }: { task: TaskView }) => {
  const { t } = useTranslation('tasks');
  const inspectionsQuery = useQuery({
    queryKey: ['inspections', { taskId: task.id }],
    queryFn: () => listInspections({ taskId: task.id }),
    meta: { isLive: true },
  });
  const inspections = inspectionsQuery.data?.inspections;
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="sm">
        {t('inspection')}
      </Title>
      <QueryProblem query={inspectionsQuery} />
      {inspectionsQuery.isPending && <Skeleton h={22} />}
      {inspections?.length === 0 && (
        <DimmedText>{t(task.inspectionId === null ? 'notStarted' : 'inspectionOfOthers')}</DimmedText>
      )}
      <Stack gap="xs">
        {inspections?.map((inspection) => (
          <InspectionSummary key={inspection.id} inspection={inspection} />
        ))}
      </Stack>
    </Paper>
  );
};

const InspectionSummary = ({ inspection }: { inspection: InspectionRow }) => {
  const { t } = useTranslation('tasks');
  const formatName = useNames();
  const { id, state, userName, startedAt, endedAt, approvedAt, failedCount } = inspection;
  return (
    <div>
      <Group gap="xs">
        <AnchorLink to="/inspections/$inspectionId" params={{ inspectionId: id }} fw={600}>
          {t('inspectionBy', { name: formatName(userName) })}
        </AnchorLink>
        <TaskStateBadge state={state} />
        {approvedAt !== null && <StatusBadge tone="good">{t('approved')}</StatusBadge>}
        {failedCount > 0 && <StatusBadge tone="bad">{t('failedCount', { count: failedCount })}</StatusBadge>}
      </Group>
      <DimmedText size="xs">
        {endedAt === null
          ? t('startedOn', { time: formatDateTime(startedAt) })
          : t('startedAndCompleted', {
              started: formatDateTime(startedAt),
              completed: formatDateTime(endedAt),
            })}
      </DimmedText>
    </div>
  );
};
