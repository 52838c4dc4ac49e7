import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { usePerformers, useWorkbooks } from '#portal/api/lookups.ts';
import { createTask } from '#portal/api/tasks.ts';
import { Page } from '#portal/frame/Page.tsx';
import { useTeams } from '#portal/frame/use-teams.ts';
import { customOf } from './custom-properties.ts';
import { EMPTY_CONTENT, type TaskContent, TaskForm } from './TaskForm.tsx';
import { useTaskWords } from './words.ts';

/** Makes a task; the external application sees it like one of its own (decision T17). */
export const NewTask = () => {
  const t = useTaskWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const teams = useTeams();
  const workbooks = useWorkbooks().data ?? [];
  const people = usePerformers().data ?? [];

  const save = async (content: TaskContent) => {
    const { externalId, teamId, workbookId, assigneeId, description, startDate, dueDate, items } = content;
    const assignee = people.find(({ id }) => id === assigneeId);
    const task = await createTask({
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
    await queries.invalidateQueries({ queryKey: ['tasks'] });
    showNotification({ message: t('made', { title: task.title }) });
    await navigate({ to: '/tasks/$taskId', params: { taskId: task.id } });
  };
  return (
    <Page title={t('newTask')}>
      <TaskForm
        now={EMPTY_CONTENT}
        onSave={({ content }) => save(content)}
        onCancel={() => void navigate({ to: '/tasks' })}
      />
    </Page>
  );
};
