import { useNavigate } from '@tanstack/react-router';
import { usePerformers, useWorkbooks } from '#portal/api/lookups.ts';
import { createTask } from '#portal/api/tasks.ts';
import { MayNot } from '#portal/frame/MayNot.tsx';
import { Page } from '#portal/frame/Page.tsx';
import { useMaking } from '#portal/frame/use-making.tsx';
import { useTeams } from '#portal/frame/use-teams.ts';
import { useMay } from '#portal/session/me.ts';
import { customOf } from './custom-properties.ts';
import { EMPTY_CONTENT, type TaskContent, TaskForm } from './TaskForm.tsx';
import { useTaskWords } from './words.ts';

/** Makes a task; the external application sees it like one of its own (decision T17). */
export const NewTask = () => {
  const t = useTaskWords();
  return useMay('Tasks.Manage') ? <NewTaskForm /> : <MayNot title={t('newTask')} />;
};

const NewTaskForm = () => {
  const t = useTaskWords();
  const navigate = useNavigate();
  const teams = useTeams();
  const workbooks = useWorkbooks().data ?? [];
  const people = usePerformers().data ?? [];

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
  const making = useMaking({
    make,
    changes: [['tasks']],
    say: ({ title }) => t('made', { title }),
    leadTo: ({ id }) => ({ to: '/tasks/$taskId', params: { taskId: id } }),
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
