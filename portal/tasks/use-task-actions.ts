import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TaskView } from '#contract/task-view.ts';
import { cancelTasks, deleteTasks, restartTasks } from '#portal/api/tasks.ts';
import { usePlanning } from '#portal/planning/use-planning.ts';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';
import { clearSelection } from './selection.ts';

/** Bulk actions on tasks. Each reports what succeeded and what failed. They cannot be undone, so cancelling and deleting ask first. */
export const useTaskActions = () => {
  const { t } = useTranslation('tasks');
  const say = useProblemText();
  const plan = usePlanning();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
  const reportFailure = (problem: unknown) =>
    showNotification({ color: 'red', message: say(problem), autoClose: 12_000 });

  const runAction =
    (send: (ids: readonly string[]) => Promise<unknown>, doneText: 'canceled' | 'restarted' | 'deleted') =>
    async (tasks: readonly TaskView[]): Promise<boolean> => {
      try {
        await send(tasks.map(({ id }) => id));
        clearSelection();
        await refresh();
        showNotification({ message: t(doneText, { count: tasks.length }) });
        return true;
      } catch (problem) {
        reportFailure(problem);
        return false;
      }
    };

  return {
    plan,
    cancel: runAction(cancelTasks, 'canceled'),
    restart: runAction(restartTasks, 'restarted'),
    remove: runAction(deleteTasks, 'deleted'),
  };
};
