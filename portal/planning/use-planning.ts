import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TaskMove } from '#contract/task-planning.ts';
import type { TaskView } from '#contract/task-view.ts';
import {
  completeStep,
  endStep,
  REPORTED_PERMANENT_FAILURE,
  startStep,
  useUndo,
} from '#portal/actions/undo.tsx';
import { planTasks, type RejectedMove } from '#portal/api/tasks.ts';
import { useNotifyProblem } from '#portal/problems/use-notify-problem.ts';
import { showRejectedNote } from './show-rejected-note.tsx';

type Change = Omit<TaskMove, 'id' | 'revision'>;

/** Returns a function that changes tasks and offers to undo the change. It rejects if no task was changed. */
export const usePlanning = () => {
  const { t } = useTranslation('planning');
  const notifyProblem = useNotifyProblem();
  const offerUndo = useUndo();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
  const formatRejection = ({ id, task, message }: RejectedMove, tasksById: ReadonlyMap<string, TaskView>) =>
    `${task?.title ?? tasksById.get(id)?.title ?? id}: ${message}`;
  const showRejections = (rejected: readonly RejectedMove[], tasksById: ReadonlyMap<string, TaskView>) =>
    showRejectedNote(
      t('rejected', { count: rejected.length }),
      rejected.map((move) => ({ id: move.id, text: formatRejection(move, tasksById) })),
    );

  return async (tasks: readonly TaskView[], change: Change, formatLabel: (count: number) => string) => {
    const step = startStep();
    const tasksById = new Map(tasks.map((task) => [task.id, task]));
    try {
      const moves = tasks.map(({ id, revision }) => ({ id, revision, ...change }));
      const { tasks: movedTasks, rejected, problem } = await planTasks(moves);
      if (problem !== undefined) notifyProblem(problem, t('incomplete'));
      await refresh();
      if (movedTasks.length === 0 && rejected.length === 1)
        throw new Error(formatRejection(rejected[0]!, tasksById));
      if (rejected.length > 0) showRejections(rejected, tasksById);
      if (movedTasks.length === 0) throw problem ?? new Error(t('rejected', { count: rejected.length }));
      let undoMoves = movedTasks.map(({ id, revision }) => ({
        id,
        revision,
        ...readPreviousValues(tasksById.get(id)!, change),
      }));
      const undo = async () => {
        const undoResult = await planTasks(undoMoves);
        await refresh();
        const undoneIds = new Set(undoResult.tasks.map(({ id }) => id));
        undoMoves = undoMoves.filter(({ id }) => !undoneIds.has(id));
        if (undoResult.problem !== undefined) throw undoResult.problem;
        if (undoResult.rejected.length === 0) return;
        showRejections(undoResult.rejected, tasksById);
        throw REPORTED_PERMANENT_FAILURE;
      };
      completeStep(step, () => offerUndo(formatLabel(movedTasks.length), undo));
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
