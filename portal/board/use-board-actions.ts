import { showNotification } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { EligiblePerson } from '#contract/eligible-person.ts';
import { formatDay, formatDuration } from '#kit/date-time-format.ts';
import { startOfDay } from '#kit/days.ts';
import { currentLanguage } from '#kit/language.ts';
import { fullName } from '#portal/api/lookups.ts';
import { clearSelection } from '#portal/tasks/selection.ts';
import type { BoardMove, MovableTask } from './pending-moves.ts';
import { closeGaps, placeTasks, snapMinutes, type Target } from './placing.ts';
import { type Preview, withoutMoved } from './preview.ts';
import { isMovable } from './task-marks.ts';
import type { ShownBoard } from './use-board.ts';
import type { CloseGaps } from './use-board-moves.ts';

/** The tasks and busy times on the board. */
type Planned = Pick<ShownBoard, 'tasks' | 'busy'>;

/** The planner's actions on tasks of the board and of the list next to it. Each can be undone. */
export const useBoardActions = (shown: Pick<ShownBoard, 'perform' | 'setPreview'> & Planned) => {
  const { t } = useTranslation('board');
  const language = currentLanguage();

  /** The tasks that can be moved; notifies the user when some cannot. */
  const movable = (tasks: readonly MovableTask[]): readonly MovableTask[] => {
    const left = tasks.filter(isMovable);
    if (left.length < tasks.length) showNotification({ color: 'orange', message: t('notMovable') });
    return left;
  };
  const go = (moves: readonly BoardMove[], label: (count: number) => string, closeGapsAfter?: CloseGaps) => {
    const real = moves.filter(isChange);
    // The next action applies to another selection.
    clearSelection();
    if (real.length === 0) return;
    const moved = real.map(({ task }) => task.id);
    shown.setPreview((preview) => preview && withoutMoved(preview, moved));
    void shown.perform(real, label, closeGapsAfter);
  };

  /** Plans tasks for a day, assigned or unassigned; `planned`: the tasks of that day when it is not shown. */
  const put = (given: readonly MovableTask[], target: Target, planned: Planned = shown) => {
    const { person, date, at } = target;
    const isThere = ({ assigneeId, plannedStart }: MovableTask) =>
      at === undefined &&
      assigneeId === (person?.id ?? null) &&
      plannedStart !== null &&
      startOfDay(date).getTime() <= Date.parse(plannedStart) &&
      Date.parse(plannedStart) < startOfDay(date, 1).getTime();
    const tasks = movable(given).filter((task) => !isThere(task));
    const starts = placeTasks(tasks, target, planned.tasks, planned.busy);
    const name = person ? fullName(person) : t('unassigned');
    go(
      tasks.map((task) => ({
        task,
        assigneeId: person?.id ?? null,
        plannedStart: new Date(starts.get(task.id)!).toISOString(),
      })),
      (count) => t('moved', { count, name, day: formatDay(startOfDay(date), language) }),
      (accepted, rejected) => closeGaps(accepted, rejected, { target, planned }),
    );
  };
  const unplan = (tasks: readonly MovableTask[]) =>
    go(
      movable(tasks).map((task) => ({ task, assigneeId: task.assigneeId, plannedStart: null })),
      (count) => t('unplanned', { count }),
    );
  /** Keeps the planned times. */
  const assign = (tasks: readonly MovableTask[], person: EligiblePerson | null) => {
    const name = person ? fullName(person) : t('unassigned');
    go(
      movable(tasks).map((task) => ({
        task,
        assigneeId: person?.id ?? null,
        plannedStart: task.plannedStart,
      })),
      (count) => t('assigned', { count, name }),
    );
  };
  const resize = (task: MovableTask, length: number) => {
    const minutes = snapMinutes(length);
    go(
      movable([task]).map((one) => ({
        task: one,
        assigneeId: one.assigneeId,
        plannedStart: one.plannedStart,
        length: { minutes, plannedMinutes: minutes },
      })),
      () => t('resized', { length: formatDuration(minutes, language) }),
    );
  };
  /** Saves a previewed plan. */
  const accept = ({ moves }: Preview) => go([...moves.values()], (count) => t('spreadDone', { count }));
  return { put, unplan, assign, resize, accept };
};

export type BoardActions = ReturnType<typeof useBoardActions>;

/** Whether a move changes the task. */
const isChange = ({ task, assigneeId, plannedStart, length }: BoardMove): boolean =>
  task.assigneeId !== assigneeId ||
  (length !== undefined && length.minutes !== task.minutes) ||
  (plannedStart === null ? null : Date.parse(plannedStart)) !==
    (task.plannedStart === null ? null : Date.parse(task.plannedStart));
