import { Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { TaskView } from '#contract/task-view.ts';
import { editTask, readTask } from '#portal/api/tasks.ts';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { customOf, propertiesOf } from './custom-properties.ts';
import { type TaskContent, TaskForm } from './TaskForm.tsx';
import { useTaskWords } from './words.ts';

const route = getRouteApi('/tasks/$taskId/edit');

/** Edits a task as it was when the form was opened: what somebody else changes meanwhile is not undone (If-Match). */
export const EditTask = () => {
  const t = useTaskWords();
  const { taskId } = route.useParams();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const found = useQuery({ queryKey: ['task', taskId, 'form'], queryFn: () => readTask(taskId), gcTime: 0 });
  const leave = () => navigate({ to: '/tasks/$taskId', params: { taskId } });

  const save = async (task: TaskView, content: TaskContent) => {
    const { title, teamId, workbookId, assigneeId, startDate, dueDate, plannedStart, plannedMinutes } =
      content;
    await editTask(
      taskId,
      {
        title,
        description: content.description === '' ? null : content.description,
        ...(teamId !== null && { teamId }),
        ...(workbookId !== null && { workbookId }),
        assigneeId,
        startDate,
        dueDate,
        plannedStart,
        plannedMinutes,
        ...(content.items !== null && { itemIds: content.items.map(({ id }) => id) }),
        customProperties: customOf(content.properties),
      },
      task.revision,
    );
    await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
    showNotification({ message: t('saved') });
    await leave();
  };
  const task = found.data;
  return (
    <Page title={t('editTask')}>
      {found.isError && <ProblemNote problem={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton h={320} />}
      {task && (
        <TaskForm
          start={contentOf(task)}
          isNew={false}
          onSave={(content) => save(task, content)}
          onCancel={() => void leave()}
        />
      )}
    </Page>
  );
};

const contentOf = (task: TaskView): TaskContent => ({
  externalId: task.externalId,
  title: task.title,
  teamId: task.team.id,
  workbookId: task.workbook.id,
  assigneeId: task.assignee?.id ?? null,
  description: task.description ?? '',
  startDate: task.startDate,
  dueDate: task.dueDate,
  plannedStart: task.plannedStart,
  plannedMinutes: task.plannedMinutes,
  // A view names the first items only: of a task with more of them they stay as they are.
  items: task.itemCount > task.items.length ? null : task.items.map(({ id, title }) => ({ id, title })),
  properties: propertiesOf(task.customProperties),
});
