import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { TaskView } from '#contract/task-view.ts';
import { type Move, planTasks, type RefusedMove } from '#portal/api/tasks.ts';
import { useProblemText } from './ProblemNote.tsx';
import { usePlanningWords } from './planning-words.ts';
import { answerStep, endStep, startStep, TOLD_ALREADY, useUndo } from './undo.tsx';
import { useRefusedNote } from './use-refused-note.tsx';
import { useFrameWords } from './words.ts';

type Change = Omit<Move, 'id' | 'revision'>;

/**
 * Plans or assigns tasks, shows which succeeded and which were refused, and offers Undo; `label` is the text for a number of
 * tasks. Rejects when no task was changed.
 */
export const usePlanning = () => {
  const t = usePlanningWords();
  const frame = useFrameWords();
  const say = useProblemText();
  const offerUndo = useUndo();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
  const closeButtonProps = { 'aria-label': frame('close') };
  const showNote = useRefusedNote();
  const textOf = ({ id, task, message }: RefusedMove, before: ReadonlyMap<string, TaskView>) =>
    `${task?.title ?? before.get(id)?.title ?? id}: ${message}`;
  const showRefused = (refused: readonly RefusedMove[], before: ReadonlyMap<string, TaskView>) =>
    showNote(
      t('refused', { count: refused.length }),
      refused.map((one) => ({ id: one.id, text: textOf(one, before) })),
    );

  const tellIncomplete = (problem: unknown) =>
    showNotification({
      color: 'red',
      title: t('incomplete'),
      message: say(problem),
      autoClose: 12_000,
      closeButtonProps,
    });

  return async (tasks: readonly TaskView[], change: Change, label: (count: number) => string) => {
    const step = startStep();
    const before = new Map(tasks.map((task) => [task.id, task]));
    try {
      const {
        tasks: moved,
        refused,
        problem,
      } = await planTasks(tasks.map(({ id, revision }) => ({ id, revision, ...change })));
      if (problem !== undefined) tellIncomplete(problem);
      await refresh();
      if (moved.length === 0 && refused.length === 1) throw new Error(textOf(refused[0]!, before));
      if (refused.length > 0) showRefused(refused, before);
      if (moved.length === 0) throw problem ?? new Error(t('refused', { count: refused.length }));
      let back = moved.map(({ id, revision }) => ({ id, revision, ...stateBefore(before.get(id)!, change) }));
      const undo = async () => {
        const { tasks: gone, refused: remaining, problem: stop } = await planTasks(back);
        await refresh();
        const done = new Set(gone.map(({ id }) => id));
        back = back.filter(({ id }) => !done.has(id));
        if (stop !== undefined) throw stop;
        if (remaining.length === 0) return;
        showRefused(remaining, before);
        throw TOLD_ALREADY;
      };
      answerStep(step, () => offerUndo(label(moved.length), undo));
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
