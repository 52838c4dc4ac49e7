import { showNotification } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { EligiblePerson } from '#contract/eligible-person.ts';
import { formatDay, formatDuration } from '#kit/date-time-format.ts';
import { startOfDay } from '#kit/days.ts';
import { formatFullName } from '#kit/full-name.ts';
import { clearSelection } from '#portal/tasks/selection.ts';
import type { PlannedBoard } from './board-layout.ts';
import type { BoardMove, MovableTask } from './pending-moves.ts';
import { closeGaps, type DropTarget, placeTasks, snapMinutes } from './place-tasks.ts';
import { findProblems } from './plan-problems.ts';
import { type Preview, removeMovedTasks } from './preview.ts';
import { isMovable } from './task-warnings.ts';
import type { BoardState } from './use-board.ts';
import type { FindGapMoves } from './use-board-moves.ts';
import { WARNINGS } from './warning-icons.ts';

/** Every action can be undone. */
export const useBoardActions = (board: Pick<BoardState, 'moveTasks' | 'setPreview'> & PlannedBoard) => {
  const { t } = useTranslation('board');

  const filterMovable = (tasks: readonly MovableTask[]): readonly MovableTask[] => {
    const movableTasks = tasks.filter(isMovable);
    if (movableTasks.length < tasks.length) showNotification({ color: 'orange', message: t('notMovable') });
    return movableTasks;
  };
  const warnAboutProblems = (moves: readonly BoardMove[], planned: PlannedBoard) => {
    const problems = findProblems(moves, planned);
    if (problems.length === 0) return;
    showNotification({
      color: 'orange',
      title: t('planProblems'),
      message: problems.map(({ warning, count }) => `${count} × ${t(WARNINGS[warning].labelKey)}`).join(', '),
      autoClose: 12_000,
    });
  };
  const submit = (
    moves: readonly BoardMove[],
    label: (count: number) => string,
    { findGapMoves, planned = board }: { findGapMoves?: FindGapMoves; planned?: PlannedBoard } = {},
  ) => {
    const changes = moves.filter(isChange);
    clearSelection();
    if (changes.length === 0) return;
    const movedIds = changes.map(({ task }) => task.id);
    board.setPreview((preview) => preview && removeMovedTasks(preview, movedIds));
    warnAboutProblems(changes, planned);
    void board.moveTasks(changes, label, findGapMoves);
  };

  /** `planned` contains the tasks of the target day if that day is not on the board. */
  const plan = (tasks: readonly MovableTask[], target: DropTarget, planned: PlannedBoard = board) => {
    const { person, date, time } = target;
    const isAlreadyOnTargetDay = ({ assigneeId, plannedStart }: MovableTask) =>
      time === undefined &&
      assigneeId === (person?.id ?? null) &&
      plannedStart !== null &&
      startOfDay(date).getTime() <= Date.parse(plannedStart) &&
      Date.parse(plannedStart) < startOfDay(date, 1).getTime();
    const tasksToMove = filterMovable(tasks).filter((task) => !isAlreadyOnTargetDay(task));
    const starts = placeTasks(tasksToMove, target, planned);
    const name = person ? formatFullName(person) : t('unassigned');
    submit(
      tasksToMove.map((task) => ({
        task,
        assigneeId: person?.id ?? null,
        plannedStart: new Date(starts.get(task.id)!).toISOString(),
      })),
      (count) => t('moved', { count, name, day: formatDay(startOfDay(date)) }),
      { findGapMoves: (accepted, rejected) => closeGaps(accepted, rejected, { target, planned }), planned },
    );
  };
  const unplan = (tasks: readonly MovableTask[]) =>
    submit(
      filterMovable(tasks).map((task) => ({ task, assigneeId: task.assigneeId, plannedStart: null })),
      (count) => t('unplanned', { count }),
    );
  const assign = (tasks: readonly MovableTask[], person: EligiblePerson | null) => {
    const name = person ? formatFullName(person) : t('unassigned');
    submit(
      filterMovable(tasks).map((task) => ({
        task,
        assigneeId: person?.id ?? null,
        plannedStart: task.plannedStart,
      })),
      (count) => t('assigned', { count, name }),
    );
  };
  const resize = (task: MovableTask, newMinutes: number) => {
    const minutes = snapMinutes(newMinutes);
    submit(
      filterMovable([task]).map(({ assigneeId, plannedStart }) => ({
        task,
        assigneeId,
        plannedStart,
        duration: { minutes, plannedMinutes: minutes },
      })),
      () => t('resized', { length: formatDuration(minutes) }),
    );
  };
  const accept = ({ moves }: Preview) => submit([...moves.values()], (count) => t('spreadDone', { count }));
  return { plan, unplan, assign, resize, accept };
};

export type BoardActions = ReturnType<typeof useBoardActions>;

const isChange = ({ task, assigneeId, plannedStart, duration }: BoardMove): boolean =>
  task.assigneeId !== assigneeId ||
  (duration !== undefined && duration.minutes !== task.minutes) ||
  (plannedStart === null ? null : Date.parse(plannedStart)) !==
    (task.plannedStart === null ? null : Date.parse(task.plannedStart));
