import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InspectionRow } from '#contract/result.ts';
import type { TaskView } from '#contract/task-view.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { Mark } from '#kit/Mark.tsx';
import { listInspections } from '#portal/api/inspections.ts';
import { useNames } from '#portal/people/use-names.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { TaskStateBadge } from './TaskStateBadge.tsx';

/** The inspection of a task and its earlier cancelled inspections, the latest first. */
export const InspectionsOfTask = ({ task }: { task: TaskView }) => {
  const { t } = useTranslation('tasks');
  const query = { taskId: task.id };
  const found = useQuery({
    queryKey: ['inspections', query],
    queryFn: () => listInspections(query),
    meta: { isLive: true },
  });
  const inspections = found.data?.inspections;
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="sm">
        {t('inspection')}
      </Title>
      {found.isError && <ProblemNote problem={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton h={22} />}
      {inspections?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(task.inspectionId === null ? 'notStarted' : 'inspectionOfOthers')}
        </Text>
      )}
      <Stack gap="xs">
        {inspections?.map((inspection) => (
          <OneInspection key={inspection.id} inspection={inspection} />
        ))}
      </Stack>
    </Paper>
  );
};

const OneInspection = ({ inspection }: { inspection: InspectionRow }) => {
  const { t } = useTranslation('tasks');
  const nameOf = useNames();
  const { id, state, userName, startedAt, endedAt, approvedAt, failedCount } = inspection;
  const say = (moment: string) => formatDateTime(moment, currentLanguage());
  return (
    <div>
      <Group gap="xs">
        <AnchorLink to="/inspections/$inspectionId" params={{ inspectionId: id }} fw={600}>
          {t('inspectionBy', { name: nameOf(userName) })}
        </AnchorLink>
        <TaskStateBadge state={state} />
        {approvedAt !== null && <Mark tone="good">{t('approved')}</Mark>}
        {failedCount > 0 && <Mark tone="bad">{t('failedCount', { count: failedCount })}</Mark>}
      </Group>
      <Text size="xs" c="dimmed">
        {endedAt === null
          ? t('startedOn', { moment: say(startedAt) })
          : t('startedAndCompleted', { started: say(startedAt), completed: say(endedAt) })}
      </Text>
    </div>
  );
};
