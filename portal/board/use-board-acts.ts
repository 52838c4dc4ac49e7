import { showNotification } from '@mantine/notifications';
import type { BoardPerson } from '#contract/board.ts';
import { startOfDay } from '#kit/days.ts';
import { sayDay, sayMinutes } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { fullName } from '#portal/api/lookups.ts';
import { clearSelection } from '#portal/frame/selection.ts';
import type { BoardMove, MovableTask } from './pending-moves.ts';
import { closeGaps, placeTasks, snapMinutes, type Target } from './placing.ts';
import { type Preview, withoutMoved } from './preview.ts';
import { isMovable } from './task-marks.ts';
import type { ShownBoard } from './use-board.ts';
import type { CloseUp } from './use-board-moves.ts';
import { useBoardWords } from './words.ts';

/** What people do already. */
type Planned = Pick<ShownBoard, 'tasks' | 'busy'>;

/** What a planner does with tasks of the board and of the list beside it; each can be taken back. */
export const useBoardActs = (shown: Pick<ShownBoard, 'perform' | 'setPreview'> & Planned) => {
  const t = useBoardWords();
  const language = currentLanguage();

  /** Only what has not begun; says so when nothing is left. */
  const movable = (tasks: readonly MovableTask[]): readonly MovableTask[] => {
    const left = tasks.filter(isMovable);
    if (left.length < tasks.length) showNotification({ color: 'orange', message: t('notMovable') });
    return left;
  };
  const go = (moves: readonly BoardMove[], label: (count: number) => string, closeUp?: CloseUp) => {
    const real = moves.filter(isReal);
    // The next act is about something else.
    clearSelection();
    if (real.length === 0) return;
    const moved = real.map(({ task }) => task.id);
    shown.setPreview((preview) => preview && withoutMoved(preview, moved));
    void shown.perform(real, label, closeUp);
  };

  /** Plans tasks for somebody's day, or for nobody's yet; `planned`: when that day is not shown. */
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
    const name = person ? fullName(person) : t('nobodyYet');
    go(
      tasks.map((task) => ({
        task,
        assigneeId: person?.id ?? null,
        plannedStart: new Date(starts.get(task.id)!).toISOString(),
      })),
      (count) => t('moved', { count, name, day: sayDay(startOfDay(date), language) }),
      (accepted, refused) => closeGaps(accepted, refused, { target, planned }),
    );
  };
  const unplan = (tasks: readonly MovableTask[]) =>
    go(
      movable(tasks).map((task) => ({ task, assigneeId: task.assigneeId, plannedStart: null })),
      (count) => t('unplanned', { count }),
    );
  /** Their time stays. */
  const assign = (tasks: readonly MovableTask[], person: BoardPerson | null) => {
    const name = person ? fullName(person) : t('nobodyYet');
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
      () => t('resized', { length: sayMinutes(minutes, language) }),
    );
  };
  /** A plan that was looked at. */
  const take = ({ moves }: Preview) => go([...moves.values()], (count) => t('spreadDone', { count }));
  return { put, unplan, assign, resize, take };
};

export type BoardActs = ReturnType<typeof useBoardActs>;

/** It changes something. */
const isReal = ({ task, assigneeId, plannedStart, length }: BoardMove): boolean =>
  task.assigneeId !== assigneeId ||
  (length !== undefined && length.minutes !== task.minutes) ||
  (plannedStart === null ? null : Date.parse(plannedStart)) !==
    (task.plannedStart === null ? null : Date.parse(task.plannedStart));
