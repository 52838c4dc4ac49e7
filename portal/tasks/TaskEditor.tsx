import { Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TASK_FIELDS, type TaskFieldName } from '#contract/task-fields.ts';
import type { TaskPatch } from '#contract/task-planning.ts';
import type { TaskView } from '#contract/task-view.ts';
import { formatFullName } from '#kit/full-name.ts';
import { isEditConflict } from '#portal/api/api-problem.ts';
import { editTask, readTask } from '#portal/api/tasks.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { NoPermission } from '#portal/ui/NoPermission.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';
import { type TaskFieldLabels, useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import { toCustomProperties, toPropertyInputs } from './custom-properties.ts';
import { type TaskContent, TaskForm } from './TaskForm.tsx';
import { toTaskContent } from './task-content.ts';

const route = getRouteApi('/tasks/$taskId/edit');

export const TaskEditor = () => {
  const { t } = useTranslation('tasks');
  return useHasPermission('Tasks.Manage') ? <EditTaskForm /> : <NoPermission title={t('editTask')} />;
};

const EditTaskForm = () => {
  const { t } = useTranslation('tasks');
  const fieldLabels = useTaskFieldLabels();
  const { taskId } = route.useParams();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const trackPage = usePageTracker();
  const queryKey = ['task', taskId, 'form'];
  const taskQuery = useQuery({ queryKey, queryFn: () => readTask(taskId), gcTime: 0 });
  const leave = () => navigate({ to: '/tasks/$taskId', params: { taskId } });

  const save = async (changedValues: Partial<TaskContent>, revision: string) => {
    const isStillOnPage = trackPage();
    try {
      await editTask(taskId, createPatch(changedValues), revision);
    } catch (problem) {
      // Refetches the task to show the other person's changes.
      if (isEditConflict(problem)) await queryClient.invalidateQueries({ queryKey });
      throw problem;
    }
    await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
    showNotification({ message: t('saved') });
    if (isStillOnPage()) await leave();
  };
  const task = taskQuery.data;
  return (
    <Page title={t('editTask')}>
      <QueryProblem query={taskQuery} />
      {taskQuery.isPending && <Skeleton h={320} />}
      {task && (
        <TaskForm
          currentContent={toTaskContent(task)}
          revision={task.revision}
          task={task}
          formatCurrentValue={(name) => formatValues(task, t('unassigned'), fieldLabels)[name] || '–'}
          onSave={({ changedValues, revision }) => save(changedValues, revision ?? task.revision)}
          onCancel={() => void leave()}
        />
      )}
    </Page>
  );
};

/** Returns only the changed fields, because sending the workbook again would select its latest version. */
const createPatch = ({
  externalId: _,
  items,
  properties,
  teamId,
  workbookId,
  ...otherFields
}: Partial<TaskContent>): TaskPatch => ({
  ...otherFields,
  ...(teamId && { teamId }),
  ...(workbookId && { workbookId }),
  ...(items && { itemIds: items.map(({ id }) => id) }),
  ...(properties && { customProperties: toCustomProperties(properties) }),
});

const formatValues = (
  task: TaskView,
  unassigned: string,
  fieldLabels: TaskFieldLabels,
): Record<keyof TaskContent, string> => ({
  externalId: task.externalId,
  title: task.title,
  teamId: task.team.title,
  workbookId: task.workbook.title,
  assigneeId: task.assignee ? formatFullName(task.assignee) : unassigned,
  ...(Object.fromEntries(
    TASK_FIELDS.map(([name]) => [name, fieldLabels.formatValue(name, task[name])]),
  ) as Record<TaskFieldName, string>),
  items: task.items.map(({ title }) => title).join(', '),
  properties: toPropertyInputs(task.customProperties)
    .map(({ name, text }) => `${name}: ${text}`)
    .join(', '),
});
