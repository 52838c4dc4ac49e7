import { showNotification } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { EligiblePerson } from '#contract/eligible-person.ts';
import { formatDay, formatDuration } from '#kit/date-time-format.ts';
import { startOfDay } from '#kit/days.ts';
import { formatFullName } from '#kit/full-name.ts';
import { clearSelection } from '#portal/tasks/selection.ts';
import type { BoardMove, MovableTask } from './pending-moves.ts';
import { closeGaps, type DropTarget, placeTasks, snapMinutes } from './place-tasks.ts';
import { findProblems, type PlannedBoard } from './plan-problems.ts';
import { type Preview, withoutMoved } from './preview.ts';
import { isMovable } from './task-warnings.ts';
import type { BoardState } from './use-board.ts';
import type { CloseGaps } from './use-board-moves.ts';
import { WARNINGS } from './warning-icons.ts';

/** The actions for tasks on the board and tasks to plan. Each can be undone. */
export const useBoardActions = (board: Pick<BoardState, 'moveTasks' | 'setPreview'> & PlannedBoard) => {
  const { t } = useTranslation('board');

  const filterMovable = (tasks: readonly MovableTask[]): readonly MovableTask[] => {
    const movableTasks = tasks.filter(isMovable);
    if (movableTasks.length < tasks.length) showNotification({ color: 'orange', message: t('notMovable') });
    return movableTasks;
  };
  /** Warns about overlaps and other problems with the new plan, which the planner may then accept or undo. */
  const warn = (moves: readonly BoardMove[], planned: PlannedBoard) => {
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
    { closeGapsAfter, planned = board }: { closeGapsAfter?: CloseGaps; planned?: PlannedBoard } = {},
  ) => {
    const changes = moves.filter(isChange);
    clearSelection();
    if (changes.length === 0) return;
    const moved = changes.map(({ task }) => task.id);
    board.setPreview((preview) => preview && withoutMoved(preview, moved));
    warn(changes, planned);
    void board.moveTasks(changes, label, closeGapsAfter);
  };

  /** `planned` contains the tasks of the target day if that day is not on the board. */
  const plan = (selected: readonly MovableTask[], target: DropTarget, planned: PlannedBoard = board) => {
    const { person, date, time } = target;
    const isAlreadyThere = ({ assigneeId, plannedStart }: MovableTask) =>
      time === undefined &&
      assigneeId === (person?.id ?? null) &&
      plannedStart !== null &&
      startOfDay(date).getTime() <= Date.parse(plannedStart) &&
      Date.parse(plannedStart) < startOfDay(date, 1).getTime();
    const tasks = filterMovable(selected).filter((task) => !isAlreadyThere(task));
    const starts = placeTasks(tasks, target, planned.tasks, planned.busy);
    const name = person ? formatFullName(person) : t('unassigned');
    submit(
      tasks.map((task) => ({
        task,
        assigneeId: person?.id ?? null,
        plannedStart: new Date(starts.get(task.id)!).toISOString(),
      })),
      (count) => t('moved', { count, name, day: formatDay(startOfDay(date)) }),
      {
        closeGapsAfter: (accepted, rejected) => closeGaps(accepted, rejected, { target, planned }),
        planned,
      },
    );
  };
  const unplan = (tasks: readonly MovableTask[]) =>
    submit(
      filterMovable(tasks).map((task) => ({ task, assigneeId: task.assigneeId, plannedStart: null })),
      (count) => t('unplanned', { count }),
    );
  /** Assigns tasks without changing their planned times. */
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
