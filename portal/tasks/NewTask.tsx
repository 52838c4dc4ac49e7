import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCreate } from '#portal/actions/use-create.tsx';
import { useAssignees, useWorkbooks } from '#portal/api/lookups.ts';
import { createTask } from '#portal/api/tasks.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { NoPermission } from '#portal/ui/NoPermission.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { customOf } from './custom-properties.ts';
import { EMPTY_CONTENT, type TaskContent, TaskForm } from './TaskForm.tsx';

/** The page that creates a task; the external application can read it like its own tasks (decision T17). */
export const NewTask = () => {
  const { t } = useTranslation('tasks');
  return useHasPermission('Tasks.Manage') ? <NewTaskForm /> : <NoPermission title={t('newTask')} />;
};

const NewTaskForm = () => {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const teams = useTeams();
  const workbooks = useWorkbooks().data ?? [];
  const people = useAssignees().data ?? [];

  const make = (content: TaskContent) => {
    const { externalId, teamId, workbookId, assigneeId, description, startDate, dueDate, items } = content;
    const assignee = people.find(({ id }) => id === assigneeId);
    return createTask({
      title: content.title,
      teamName: teams.find(({ id }) => id === teamId)?.title ?? '',
      workbookName: workbooks.find(({ id }) => id === workbookId)?.name ?? '',
      ...(externalId !== '' && { externalId }),
      ...(assignee && { assignedUserName: assignee.userName }),
      ...(description !== '' && { description }),
      ...(startDate !== null && { startDate }),
      ...(dueDate !== null && { dueDate }),
      ...(content.plannedStart !== null && { plannedStart: content.plannedStart }),
      ...(content.plannedMinutes !== null && { plannedMinutes: content.plannedMinutes }),
      ...(items !== null && items.length > 0 && { itemsToInspect: items.map(({ id }) => id) }),
      customProperties: customOf(content.properties),
    });
  };
  const making = useCreate({
    create: make,
    changes: [['tasks']],
    message: ({ title }) => t('created', { title }),
    destination: ({ id }) => ({ to: '/tasks/$taskId', params: { taskId: id } }),
  });
  return (
    <Page title={t('newTask')}>
      <TaskForm
        now={EMPTY_CONTENT}
        onSave={({ content }) => making.mutateAsync(content)}
        onCancel={() => void navigate({ to: '/tasks' })}
      />
    </Page>
  );
};
