import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TaskMove } from '#contract/task-planning.ts';
import type { TaskView } from '#contract/task-view.ts';
import { ALREADY_REPORTED, completeStep, endStep, startStep, useUndo } from '#portal/actions/undo.tsx';
import { planTasks, type RejectedMove } from '#portal/api/tasks.ts';
import { useNotifyProblem } from '#portal/problems/use-notify-problem.ts';
import { showRejectedNote } from './show-rejected-note.tsx';

type Change = Omit<TaskMove, 'id' | 'revision'>;

/** Returns a function that changes tasks and offers Undo with `label`. It rejects if no task was changed. */
export const usePlanning = () => {
  const { t } = useTranslation('planning');
  const notifyProblem = useNotifyProblem();
  const offerUndo = useUndo();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
  const formatRejection = ({ id, task, message }: RejectedMove, tasksById: ReadonlyMap<string, TaskView>) =>
    `${task?.title ?? tasksById.get(id)?.title ?? id}: ${message}`;
  const showRejected = (rejected: readonly RejectedMove[], tasksById: ReadonlyMap<string, TaskView>) =>
    showRejectedNote(
      t('rejected', { count: rejected.length }),
      rejected.map((move) => ({ id: move.id, text: formatRejection(move, tasksById) })),
    );

  return async (tasks: readonly TaskView[], change: Change, label: (count: number) => string) => {
    const step = startStep();
    const tasksById = new Map(tasks.map((task) => [task.id, task]));
    try {
      const {
        tasks: moved,
        rejected,
        problem,
      } = await planTasks(tasks.map(({ id, revision }) => ({ id, revision, ...change })));
      if (problem !== undefined) notifyProblem(problem, t('incomplete'));
      await refresh();
      if (moved.length === 0 && rejected.length === 1)
        throw new Error(formatRejection(rejected[0]!, tasksById));
      if (rejected.length > 0) showRejected(rejected, tasksById);
      if (moved.length === 0) throw problem ?? new Error(t('rejected', { count: rejected.length }));
      let undoMoves = moved.map(({ id, revision }) => ({
        id,
        revision,
        ...readPreviousValues(tasksById.get(id)!, change),
      }));
      const undo = async () => {
        const undone = await planTasks(undoMoves);
        await refresh();
        const done = new Set(undone.tasks.map(({ id }) => id));
        undoMoves = undoMoves.filter(({ id }) => !done.has(id));
        if (undone.problem !== undefined) throw undone.problem;
        if (undone.rejected.length === 0) return;
        showRejected(undone.rejected, tasksById);
        throw ALREADY_REPORTED;
      };
      completeStep(step, () => offerUndo(label(moved.length), undo));
    } finally {
      endStep(step);
    }
  };
};

const readPreviousValues = (task: TaskView, change: Change): Change => {
  const values: Required<Change> = {
    assigneeId: task.assignee?.id ?? null,
    plannedStart: task.plannedStart,
    plannedMinutes: task.plannedMinutes,
    startDate: task.startDate,
    dueDate: task.dueDate,
  };
  return Object.fromEntries(Object.keys(change).map((name) => [name, values[name as keyof Change]]));
};
