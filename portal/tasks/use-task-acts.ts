import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { TaskView } from '#contract/task-view.ts';
import { cancelTasks, deleteTasks, restartTasks } from '#portal/api/tasks.ts';
import { useProblemText } from '#portal/frame/ProblemNote.tsx';
import { clearSelection } from '#portal/frame/selection.ts';
import { usePlanning } from '#portal/frame/use-planning.ts';
import { useTaskWords } from './words.ts';

/**
 * What can be done with many tasks at once: each says what happened and what did not. A plan can be taken back; what is
 * cancelled or deleted cannot, so that is asked about before, and what is published again is cancelled or deleted like any other.
 */
export const useTaskActs = () => {
  const t = useTaskWords();
  const say = useProblemText();
  const plan = usePlanning();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
  const tellFailure = (problem: unknown) =>
    showNotification({ color: 'red', message: say(problem), autoClose: 12_000 });

  const act =
    (send: (ids: readonly string[]) => Promise<unknown>, told: 'canceled' | 'restarted' | 'deleted') =>
    async (tasks: readonly TaskView[]): Promise<boolean> => {
      try {
        await send(tasks.map(({ id }) => id));
        clearSelection();
        await refresh();
        showNotification({ message: t(told, { count: tasks.length }) });
        return true;
      } catch (problem) {
        tellFailure(problem);
        return false;
      }
    };

  return {
    plan,
    cancel: act(cancelTasks, 'canceled'),
    restart: act(restartTasks, 'restarted'),
    remove: act(deleteTasks, 'deleted'),
  };
};
