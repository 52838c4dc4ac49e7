import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TASK_FIELDS } from '#contract/task-fields.ts';
import { useCreate } from '#portal/actions/use-create.tsx';
import { useAssignees, useWorkbooks } from '#portal/api/lookups.ts';
import { createTask, readTask } from '#portal/api/tasks.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { NoPermission } from '#portal/ui/NoPermission.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { toCustomProperties } from './custom-properties.ts';
import { EMPTY_CONTENT, type TaskContent, TaskForm } from './TaskForm.tsx';
import { createCopyContent } from './task-content.ts';

const route = getRouteApi('/tasks/new');

/** The external application can read the new task like its own tasks (decision T17). */
export const NewTask = () => {
  const { t } = useTranslation('tasks');
  const canManage = useHasPermission('Tasks.Manage');
  const { copyOf } = route.useSearch();
  if (!canManage) return <NoPermission title={t('newTask')} />;
  return copyOf === undefined ? <NewTaskForm content={EMPTY_CONTENT} /> : <CopyForm taskId={copyOf} />;
};

const CopyForm = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation('tasks');
  // Reads the original only once, so that later changes to it do not change the copy.
  const original = useQuery({
    queryKey: ['task', taskId, 'copy'],
    queryFn: () => readTask(taskId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (original.data) return <NewTaskForm content={createCopyContent(original.data)} isCopy />;
  return (
    <Page title={t('newTask')}>
      <QueryProblem query={original} />
      {original.isPending && <Skeleton h={320} />}
    </Page>
  );
};

const NewTaskForm = ({ content, isCopy = false }: { content: TaskContent; isCopy?: boolean }) => {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const teams = useTeams();
  const workbooks = useWorkbooks().data ?? [];
  const people = useAssignees().data ?? [];

  const sendTask = (values: TaskContent) => {
    const { externalId, teamId, workbookId, assigneeId, items } = values;
    const assignee = people.find(({ id }) => id === assigneeId);
    return createTask({
      title: values.title,
      teamName: teams.find(({ id }) => id === teamId)?.title ?? '',
      workbookName: workbooks.find(({ id }) => id === workbookId)?.name ?? '',
      ...(externalId !== '' && { externalId }),
      ...(assignee && { assignedUserName: assignee.userName }),
      ...Object.fromEntries(
        TASK_FIELDS.flatMap(([name]) => (values[name] === null ? [] : [[name, values[name]]])),
      ),
      ...(items !== null && items.length > 0 && { itemsToInspect: items.map(({ id }) => id) }),
      customProperties: toCustomProperties(values.properties),
    });
  };
  const create = useCreate({
    create: sendTask,
    invalidates: [['tasks']],
    message: ({ title }) => t('created', { title }),
    destination: ({ id }) => ({ to: '/tasks/$taskId', params: { taskId: id } }),
  });
  return (
    <Page title={t('newTask')}>
      <TaskForm
        currentContent={content}
        canSaveUnchanged={isCopy}
        onSave={({ values }) => create.mutateAsync(values)}
        onCancel={() => void navigate({ to: '/tasks' })}
      />
    </Page>
  );
};
