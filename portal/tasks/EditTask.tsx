import { Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TASK_FIELDS, type TaskFieldName } from '#contract/task-fields.ts';
import type { TaskPatch } from '#contract/task-planning.ts';
import type { TaskView } from '#contract/task-view.ts';
import { isOutdated } from '#portal/api/api-problem.ts';
import { fullName } from '#portal/api/lookups.ts';
import { editTask, readTask } from '#portal/api/tasks.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { NoPermission } from '#portal/ui/NoPermission.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';
import { type TaskFieldTexts, useTaskFieldTexts } from '#task-fields/task-field-texts.ts';
import { contentOf } from './content-of-task.ts';
import { customOf, propertiesOf } from './custom-properties.ts';
import { type TaskContent, TaskForm } from './TaskForm.tsx';

const route = getRouteApi('/tasks/$taskId/edit');

/** The page for editing a task. If-Match prevents it from overwriting changes by other people. */
export const EditTask = () => {
  const { t } = useTranslation('tasks');
  return useHasPermission('Tasks.Manage') ? <EditTaskForm /> : <NoPermission title={t('editTask')} />;
};

const EditTaskForm = () => {
  const { t } = useTranslation('tasks');
  const fieldTexts = useTaskFieldTexts();
  const { taskId } = route.useParams();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const trackPage = usePageTracker();
  const queryKey = ['task', taskId, 'form'];
  const taskQuery = useQuery({ queryKey, queryFn: () => readTask(taskId), gcTime: 0 });
  const leave = () => navigate({ to: '/tasks/$taskId', params: { taskId } });

  const save = async (changed: Partial<TaskContent>, revision: string) => {
    const isStillOnPage = trackPage();
    try {
      await editTask(taskId, patchOf(changed), revision);
    } catch (problem) {
      // Show the changes of the other person.
      if (isOutdated(problem)) await queries.invalidateQueries({ queryKey });
      throw problem;
    }
    await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
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
          current={contentOf(task)}
          revision={task.revision}
          task={task}
          currentText={(name) => textsOf(task, t('nobody'), fieldTexts)[name] || '–'}
          onSave={({ changed, revision }) => save(changed, revision ?? task.revision)}
          onCancel={() => void leave()}
        />
      )}
    </Page>
  );
};

/** The request with the changed members only, because sending the workbook again would select its latest version. */
const patchOf = ({
  externalId: _,
  items,
  properties,
  teamId,
  workbookId,
  ...otherMembers
}: Partial<TaskContent>): TaskPatch => ({
  ...otherMembers,
  ...(teamId && { teamId }),
  ...(workbookId && { workbookId }),
  ...(items && { itemIds: items.map(({ id }) => id) }),
  ...(properties && { customProperties: customOf(properties) }),
});

/** The values of a task as texts. */
const textsOf = (
  task: TaskView,
  nobody: string,
  fieldTexts: TaskFieldTexts,
): Record<keyof TaskContent, string> => ({
  externalId: task.externalId,
  title: task.title,
  teamId: task.team.title,
  workbookId: task.workbook.title,
  assigneeId: task.assignee ? fullName(task.assignee) : nobody,
  ...(Object.fromEntries(TASK_FIELDS.map(([name]) => [name, fieldTexts.value(name, task[name])])) as Record<
    TaskFieldName,
    string
  >),
  items: task.items.map(({ title }) => title).join(', '),
  properties: propertiesOf(task.customProperties)
    .map(({ name, text }) => `${name}: ${text}`)
    .join(', '),
});
