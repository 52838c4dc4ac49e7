import { CloseButton, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { IconChevronLeft, IconChevronRight } from '#kit/icons/icons.ts';
import { readTask } from '#portal/api/tasks.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { TaskStateBadge } from '#portal/tasks/TaskStateBadge.tsx';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';
import { IconButton } from '#portal/ui/IconButton.tsx';
import { TaskHighlights } from '#task-fields/TaskHighlights.tsx';
import classes from './Map.module.css';

export const TaskCard = ({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation('map');
  const { t: tGeneral } = useTranslation('general');
  const [index, setIndex] = useState(0);
  const idsKey = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the first task when the location changes
  useEffect(() => setIndex(0), [idsKey]);
  const id = ids[Math.min(index, ids.length - 1)]!;
  const { data: task, error } = useQuery({
    queryKey: ['tasks', id],
    queryFn: () => readTask(id),
    placeholderData: keepPreviousData,
    meta: { isLive: true },
  });
  return (
    <Paper
      component="section"
      withBorder
      shadow="md"
      p="sm"
      className={classes.card}
      aria-label={task?.title ?? tGeneral('loading')}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        {task ? (
          <Title order={2} size="h5">
            {task.title}
          </Title>
        ) : (
          <Skeleton height={18} width="70%" />
        )}
        <CloseButton
          size="sm"
          aria-label={task ? t('closeCard', { title: task.title }) : tGeneral('close')}
          onClick={onClose}
        />
      </Group>
      {error && <ProblemNote problem={error} />}
      {task && (
        <Stack gap="xs">
          <Group gap="xs">
            <TaskStateBadge state={task.state} isLate={task.isLate} />
            <TaskHighlights task={task} />
          </Group>
          <DescriptionList
            entries={[
              [t('due'), task.dueDate ? formatDay(task.dueDate) : t('noDue')],
              [t('planned'), task.plannedStart ? formatDateTime(task.plannedStart) : t('notPlanned')],
              [t('assignee'), task.assignee ? formatFullName(task.assignee) : tGeneral('unassigned')],
              [t('team'), task.team.title],
              [t('workbook'), task.workbook.title],
              [t('place'), task.items.map(({ title }) => title).join(', ')],
            ]}
          />
          <AnchorLink to="/tasks/$taskId" params={{ taskId: task.id }}>
            {t('openTask')}
          </AnchorLink>
        </Stack>
      )}
      {ids.length > 1 && (
        <Group gap="xs" mt="xs">
          <IconButton
            icon={IconChevronLeft}
            variant="default"
            label={t('previous')}
            disabled={index === 0}
            onClick={() => setIndex(index - 1)}
          />
          <Text size="xs" role="status">
            {t('ofMany', { number: index + 1, count: ids.length })}
          </Text>
          <IconButton
            icon={IconChevronRight}
            variant="default"
            label={t('next')}
            disabled={index >= ids.length - 1}
            onClick={() => setIndex(index + 1)}
          />
        </Group>
      )}
    </Paper>
  );
};
