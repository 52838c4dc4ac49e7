import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { TaskView } from '#contract/task-view.ts';
import { type Move, planTasks } from '#portal/api/tasks.ts';
import { useProblemText } from './ProblemNote.tsx';
import { usePlanningWords } from './planning-words.ts';
import { TOLD_ALREADY, useUndo } from './undo.tsx';
import { useFrameWords } from './words.ts';

type Change = Omit<Move, 'id' | 'revision'>;

/** Plans or assigns tasks, says what happened and what did not, and takes it back; `told` says what happened to how many. */
export const usePlanning = () => {
  const t = usePlanningWords();
  const frame = useFrameWords();
  const say = useProblemText();
  const offerUndo = useUndo();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
  const closeButtonProps = { 'aria-label': frame('close') };
  const tellRefused = (count: number, message: string) =>
    showNotification({
      color: 'orange',
      title: t('refused', { count }),
      message,
      autoClose: 12_000,
      closeButtonProps,
    });

  const tellIncomplete = (problem: unknown) =>
    showNotification({
      color: 'red',
      title: t('incomplete'),
      message: say(problem),
      autoClose: 12_000,
      closeButtonProps,
    });

  return async (tasks: readonly TaskView[], change: Change, told: (count: number) => string) => {
    try {
      const {
        tasks: moved,
        refused,
        problem,
      } = await planTasks(tasks.map(({ id, revision }) => ({ id, revision, ...change })));
      if (problem !== undefined) tellIncomplete(problem);
      await refresh();
      if (refused.length > 0) tellRefused(refused.length, refused[0]!.message);
      if (moved.length === 0) return;
      const before = new Map(tasks.map((task) => [task.id, task]));
      let back = moved.map(({ id, revision }) => ({ id, revision, ...stateBefore(before.get(id)!, change) }));
      offerUndo(told(moved.length), async () => {
        const { tasks: gone, refused: kept, problem: stop } = await planTasks(back);
        await refresh();
        const done = new Set(gone.map(({ id }) => id));
        back = back.filter(({ id }) => !done.has(id));
        if (stop !== undefined) throw stop;
        if (kept.length === 0) return;
        tellRefused(kept.length, kept[0]!.message);
        throw TOLD_ALREADY;
      });
    } catch (problem) {
      showNotification({ color: 'red', message: say(problem), autoClose: 12_000, closeButtonProps });
    }
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
