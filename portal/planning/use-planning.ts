import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TaskMove } from '#contract/task-planning.ts';
import type { TaskView } from '#contract/task-view.ts';
import { ALREADY_REPORTED, completeStep, endStep, startStep, useUndo } from '#portal/actions/undo.tsx';
import { planTasks, type RejectedMove } from '#portal/api/tasks.ts';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';
import { useRejectedNote } from './use-rejected-note.tsx';

type Change = Omit<TaskMove, 'id' | 'revision'>;

/**
 * Plans or assigns tasks, shows which succeeded and which were rejected, and offers Undo; `label` is the text for a number of
 * tasks. Rejects when no task was changed.
 */
export const usePlanning = () => {
  const { t } = useTranslation('planning');
  const { t: general } = useTranslation('general');
  const problemText = useProblemText();
  const offerUndo = useUndo();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
  const closeButtonProps = { 'aria-label': general('close') };
  const showNote = useRejectedNote();
  const textOf = ({ id, task, message }: RejectedMove, before: ReadonlyMap<string, TaskView>) =>
    `${task?.title ?? before.get(id)?.title ?? id}: ${message}`;
  const showRejected = (rejected: readonly RejectedMove[], before: ReadonlyMap<string, TaskView>) =>
    showNote(
      t('refused', { count: rejected.length }),
      rejected.map((one) => ({ id: one.id, text: textOf(one, before) })),
    );

  const notifyIncomplete = (problem: unknown) =>
    showNotification({
      color: 'red',
      title: t('incomplete'),
      message: problemText(problem),
      autoClose: 12_000,
      closeButtonProps,
    });

  return async (tasks: readonly TaskView[], change: Change, label: (count: number) => string) => {
    const step = startStep();
    const before = new Map(tasks.map((task) => [task.id, task]));
    try {
      const {
        tasks: moved,
        rejected,
        problem,
      } = await planTasks(tasks.map(({ id, revision }) => ({ id, revision, ...change })));
      if (problem !== undefined) notifyIncomplete(problem);
      await refresh();
      if (moved.length === 0 && rejected.length === 1) throw new Error(textOf(rejected[0]!, before));
      if (rejected.length > 0) showRejected(rejected, before);
      if (moved.length === 0) throw problem ?? new Error(t('refused', { count: rejected.length }));
      let back = moved.map(({ id, revision }) => ({ id, revision, ...stateBefore(before.get(id)!, change) }));
      const undo = async () => {
        const { tasks: gone, rejected: remaining, problem: stop } = await planTasks(back);
        await refresh();
        const done = new Set(gone.map(({ id }) => id));
        back = back.filter(({ id }) => !done.has(id));
        if (stop !== undefined) throw stop;
        if (remaining.length === 0) return;
        showRejected(remaining, before);
        throw ALREADY_REPORTED;
      };
      completeStep(step, () => offerUndo(label(moved.length), undo));
    } finally {
      endStep(step);
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
