import { Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { TaskView } from '#contract/task-view.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { isOutdated } from '#portal/api/api-problem.ts';
import { fullName } from '#portal/api/lookups.ts';
import { editTask, readTask, type TaskEdit } from '#portal/api/tasks.ts';
import { MayNot } from '#portal/frame/MayNot.tsx';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { usePlace } from '#portal/frame/use-place.ts';
import { useMay } from '#portal/session/me.ts';
import { customOf, propertiesOf } from './custom-properties.ts';
import { type TaskContent, TaskForm } from './TaskForm.tsx';
import { useTaskWords } from './words.ts';

const route = getRouteApi('/tasks/$taskId/edit');

/** Edits a task as it was when the edit began: what somebody else changes meanwhile is not undone (If-Match). */
export const EditTask = () => {
  const t = useTaskWords();
  return useMay('Tasks.Manage') ? <EditTaskForm /> : <MayNot title={t('editTask')} />;
};

const EditTaskForm = () => {
  const t = useTaskWords();
  const { taskId } = route.useParams();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const markPlace = usePlace();
  const queryKey = ['task', taskId, 'form'];
  const found = useQuery({ queryKey, queryFn: () => readTask(taskId), gcTime: 0 });
  const leave = () => navigate({ to: '/tasks/$taskId', params: { taskId } });

  const save = async (changed: Partial<TaskContent>, revision: string) => {
    const isStillHere = markPlace();
    try {
      await editTask(taskId, editOf(changed), revision);
    } catch (problem) {
      // Shows what somebody else made of it.
      if (isOutdated(problem)) await queries.invalidateQueries({ queryKey });
      throw problem;
    }
    await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
    showNotification({ message: t('saved') });
    if (isStillHere()) await leave();
  };
  const task = found.data;
  return (
    <Page title={t('editTask')}>
      {found.isError && <ProblemNote problem={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton h={320} />}
      {task && (
        <TaskForm
          now={contentOf(task)}
          revision={task.revision}
          task={task}
          sayNow={(name) => textsOf(task, t('nobody'))[name] || '–'}
          onSave={({ changed, revision }) => save(changed, revision ?? task.revision)}
          onCancel={() => void leave()}
        />
      )}
    </Page>
  );
};

/** What was not changed is not sent: a workbook that is named again would be taken in its newest version. */
const editOf = ({
  externalId: _,
  description,
  items,
  properties,
  teamId,
  workbookId,
  ...others
}: Partial<TaskContent>): TaskEdit => ({
  ...others,
  ...(description !== undefined && { description: description === '' ? null : description }),
  ...(teamId && { teamId }),
  ...(workbookId && { workbookId }),
  ...(items && { itemIds: items.map(({ id }) => id) }),
  ...(properties && { customProperties: customOf(properties) }),
});

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

/** The same in words. */
const textsOf = (task: TaskView, nobody: string): Record<keyof TaskContent, string> => {
  const moment = (value: string | null) => (value === null ? '' : sayMoment(value, currentLanguage()));
  return {
    externalId: task.externalId,
    title: task.title,
    teamId: task.team.title,
    workbookId: task.workbook.title,
    assigneeId: task.assignee ? fullName(task.assignee) : nobody,
    description: task.description ?? '',
    startDate: moment(task.startDate),
    dueDate: moment(task.dueDate),
    plannedStart: moment(task.plannedStart),
    plannedMinutes: String(task.plannedMinutes ?? ''),
    items: task.items.map(({ title }) => title).join(', '),
    properties: propertiesOf(task.customProperties)
      .map(({ name, text }) => `${name}: ${text}`)
      .join(', '),
  };
};
