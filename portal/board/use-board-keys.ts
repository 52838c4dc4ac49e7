import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { selectTasks, toggleTask } from '#portal/tasks/selection.ts';
import { findNextFocus, resolveFocus } from './board-focus.ts';
import { STEP_MINUTES } from './place-tasks.ts';
import type { BoardState } from './use-board.ts';
import type { BoardActions } from './use-board-actions.ts';
import type { BoardFocus } from './use-board-focus.ts';
import type { useTaskDrag } from './use-task-drag.ts';

export const useBoardKeys = ({
  board,
  focus,
  taskDrag,
  actions,
  openTask,
  pickUp,
  assign,
  unplan,
  spread,
}: {
  board: BoardState;
  focus: BoardFocus;
  taskDrag: ReturnType<typeof useTaskDrag>;
  actions: BoardActions;
  openTask: (taskId: string) => void;
  pickUp: () => void;
  assign: () => void;
  unplan: () => void;
  spread: () => void;
}) => {
  const { t } = useTranslation('board');
  useShortcut({ keys: 'm', label: t('pickUp'), run: pickUp });
  useShortcut({ keys: 'a', label: t('assignSelected'), run: assign });
  useShortcut({ keys: 'u', label: t('unplanSelected'), run: unplan });
  useShortcut({ keys: 's', label: t('spreadSelected'), run: spread });

  const { drag } = taskDrag;
  const handleDragKey = (key: string): boolean => {
    const taskId = drag?.tasks[0]?.id ?? null;
    if (key === 'Escape') {
      taskDrag.cancel();
      focus.moveTo({ ...focus.focus, taskId });
    } else if (key === 'Enter' || key === ' ') {
      const position = drag?.dropPosition;
      taskDrag.drop();
      if (position?.kind === 'cell')
        focus.moveTo({ rowKey: position.rowKey, column: position.column, taskId });
    } else return taskDrag.moveByKey(key);
    return true;
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    const { key } = event;
    const { taskId } = resolveFocus(board.rows, focus.focus);
    const task = taskId === null ? undefined : board.tasksById.get(taskId);
    const addedMinutes = { ArrowRight: STEP_MINUTES, ArrowLeft: -STEP_MINUTES }[key];
    if (event.shiftKey && addedMinutes !== undefined && task && board.view === 'day') {
      actions.resize(task, task.minutes + addedMinutes);
      return true;
    }
    if (key === ' ' && task) toggleTask(task.id);
    else if (key === 'Enter' && task) openTask(task.id);
    else if (key === 'Escape') selectTasks([]);
    else {
      const newFocus = findNextFocus(board.rows, focus.focus, key);
      if (newFocus) focus.moveTo(newFocus);
      return newFocus !== undefined;
    }
    return true;
  };
  return {
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // While the warning icon next to a name has the focus, the board only handles the arrow keys.
      if (isInRowHeader(event.target) && !event.key.startsWith('Arrow')) return;
      if (drag ? handleDragKey(event.key) : handleKey(event)) event.preventDefault();
    },
    /** Space selects the task on keydown. Without this handler, keyup would also click the button. */
    onKeyUp: (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.key === ' ') event.preventDefault();
    },
  };
};

const isInRowHeader = (target: EventTarget): boolean =>
  (target as HTMLElement).closest('[role="rowheader"]') !== null;
