import { Badge, Button, Grid, Group, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskView } from '#contract/task-view.ts';
import { IconPencil, IconQrcode } from '#kit/icons/icons.ts';
import { readTask } from '#portal/api/tasks.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { ButtonLink } from '#portal/ui/ButtonLink.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { TaskCode } from './TaskCode.tsx';
import { type TaskDialog, TaskDialogs } from './TaskDialogs.tsx';
import { TaskFacts } from './TaskFacts.tsx';
import { TaskHistory } from './TaskHistory.tsx';
import { TaskStateBadge } from './TaskStateBadge.tsx';
import { useTaskActions } from './use-task-actions.ts';

const route = getRouteApi('/tasks/$taskId');

export const TaskPage = () => {
  const { t } = useTranslation('tasks');
  const { taskId } = route.useParams();
  const taskQuery = useQuery({
    queryKey: ['task', taskId],
    queryFn: () => readTask(taskId),
    meta: { isLive: true },
  });
  const task = taskQuery.data;
  return (
    <Page
      title={task?.title ?? t('title')}
      back={{ to: '/tasks', label: t('tasks') }}
      actions={task && <TaskActions task={task} />}
    >
      {task && (
        <Group gap="sm" mb="md">
          <TaskStateBadge state={task.state} isLate={task.isLate} />
          <Badge variant="default" tt="none">
            {task.externalId}
          </Badge>
        </Group>
      )}
      <QueryProblem query={taskQuery} />
      {taskQuery.isPending && <Skeleton h={240} />}
      {task && (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <TaskFacts task={task} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Paper withBorder p="md">
              <Title order={2} mb="sm">
                {t('history')}
              </Title>
              <TaskHistory task={task} />
            </Paper>
          </Grid.Col>
        </Grid>
      )}
    </Page>
  );
};

const TaskActions = ({ task }: { task: TaskView }) => {
  const { t } = useTranslation('tasks');
  const canManage = useHasPermission('Tasks.Manage');
  const actions = useTaskActions();
  const navigate = route.useNavigate();
  const [dialog, setDialog] = useState<TaskDialog | 'code'>();
  const close = () => setDialog(undefined);
  const isOpen = ['New', 'Assigned', 'Active'].includes(task.state);
  const canPlan = canManage && isOpen;
  const canEdit = canPlan && task.state !== 'Active';
  const edit = () => void navigate({ to: '/tasks/$taskId/edit', params: { taskId: task.id } });

  useShortcut({ keys: 'a', label: t('assign'), run: () => canEdit && setDialog('assign') });
  useShortcut({ keys: 'p', label: t('plan'), run: () => canPlan && setDialog('plan') });
  useShortcut({ keys: 'e', label: t('edit'), run: () => canEdit && edit() });
  return (
    <Stack gap={0}>
      <Group gap="xs">
        {canEdit && (
          <>
            <Button size="xs" variant="default" onClick={() => setDialog('assign')}>
              {t('assign')}
            </Button>
            <Button size="xs" leftSection={<IconPencil size={15} aria-hidden />} onClick={edit}>
              {t('edit')}
            </Button>
          </>
        )}
        {canPlan && (
          <Button size="xs" variant="default" onClick={() => setDialog('plan')}>
            {t('plan')}
          </Button>
        )}
        {isOpen && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconQrcode size={15} aria-hidden />}
            onClick={() => setDialog('code')}
          >
            {t('code')}
          </Button>
        )}
        {canManage && (
          <ButtonLink size="xs" variant="default" to="/tasks/new" search={{ copyOf: task.id }}>
            {t('duplicate')}
          </ButtonLink>
        )}
        {canManage && task.state === 'Active' && (
          <Button size="xs" variant="light" color="red" onClick={() => setDialog('cancel')}>
            {t('cancelTasks', { count: 1 })}
          </Button>
        )}
        {canManage && task.state === 'Canceled' && (
          <Button size="xs" onClick={() => void actions.restart([task])}>
            {t('restartTasks')}
          </Button>
        )}
        {canEdit && (
          <Button size="xs" variant="light" color="red" onClick={() => setDialog('delete')}>
            {t('deleteTasks')}
          </Button>
        )}
      </Group>
      {dialog === 'code' && <TaskCode task={task} onClose={close} />}
      {dialog && dialog !== 'code' && (
        <TaskDialogs
          dialog={dialog}
          tasks={[task]}
          onClose={close}
          onDeleted={() => navigate({ to: '/tasks' })}
        />
      )}
    </Stack>
  );
};
