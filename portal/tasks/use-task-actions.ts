import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TaskView } from '#contract/task-view.ts';
import { cancelTasks, deleteTasks, restartTasks } from '#portal/api/tasks.ts';
import { useNotifyProblem } from '#portal/problems/use-notify-problem.ts';
import { clearSelection } from './selection.ts';

export const useTaskActions = () => {
  const { t } = useTranslation('tasks');
  const notifyProblem = useNotifyProblem();
  const queryClient = useQueryClient();

  const runAction =
    (send: (ids: readonly string[]) => Promise<unknown>, messageKey: 'canceled' | 'restarted' | 'deleted') =>
    async (tasks: readonly TaskView[]): Promise<boolean> => {
      try {
        await send(tasks.map(({ id }) => id));
        clearSelection();
        await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
        showNotification({ message: t(messageKey, { count: tasks.length }) });
        return true;
      } catch (problem) {
        notifyProblem(problem);
        return false;
      }
    };

  return {
    cancel: runAction(cancelTasks, 'canceled'),
    restart: runAction(restartTasks, 'restarted'),
    remove: runAction(deleteTasks, 'deleted'),
  };
};
