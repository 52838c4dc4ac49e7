import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { TaskView } from '#contract/task-view.ts';
import { cancelTasks, deleteTasks, type Move, planTasks, restartTasks } from '#portal/api/tasks.ts';
import { useProblemText } from '#portal/frame/ProblemNote.tsx';
import { clearSelection } from '#portal/frame/selection.ts';
import { useUndo } from '#portal/frame/undo.tsx';
import { useTaskWords } from './words.ts';

type Change = Omit<Move, 'id' | 'revision'>;

/** What can be done with many tasks at once: each says what happened, what did not, and how to take it back. */
export const useTaskActs = () => {
  const t = useTaskWords();
  const say = useProblemText();
  const offerUndo = useUndo();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
  const tellFailure = (problem: unknown) =>
    showNotification({ color: 'red', message: say(problem), autoClose: 12_000 });

  /** Plans or assigns; `told` says what happened to how many. */
  const plan = async (tasks: readonly TaskView[], change: Change, told: (count: number) => string) => {
    try {
      const { tasks: moved, refused } = await planTasks(
        tasks.map(({ id, revision }) => ({ id, revision, ...change })),
      );
      await refresh();
      if (refused.length > 0) tellRefused(refused.length, refused[0]!.message);
      if (moved.length === 0) return;
      const before = new Map(tasks.map((task) => [task.id, task]));
      offerUndo(told(moved.length), async () => {
        const back = moved.map(({ id, revision }) => ({
          id,
          revision,
          ...stateBefore(before.get(id)!, change),
        }));
        const { refused: kept } = await planTasks(back);
        await refresh();
        if (kept.length > 0) tellRefused(kept.length, kept[0]!.message);
      });
    } catch (problem) {
      tellFailure(problem);
    }
  };

  const tellRefused = (count: number, message: string) =>
    showNotification({ color: 'orange', title: t('refused', { count }), message, autoClose: 12_000 });

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

/** The same members as the change, as they were. */
const stateBefore = (task: TaskView, change: Change): Change => {
  const all: Required<Change> = {
    assigneeId: task.assignee?.id ?? null,
    plannedStart: task.plannedStart,
    plannedMinutes: task.plannedMinutes,
    startDate: task.startDate,
    dueDate: task.dueDate,
  };
  return Object.fromEntries(Object.keys(change).map((member) => [member, all[member as keyof Change]]));
};
