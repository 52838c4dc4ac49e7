import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { selectTasks, toggleTask } from '#portal/tasks/selection.ts';
import { nextFocus, resolveFocus } from './board-focus.ts';
import { STEP_MINUTES } from './placing.ts';
import type { ShownBoard } from './use-board.ts';
import type { BoardActions } from './use-board-actions.ts';
import type { BoardFocus } from './use-focus.ts';
import type { useTaskDrag } from './use-task-drag.ts';

/** Keyboard control of the board. `m`, `a` and `u` apply to the selection, else to the focused task. */
export const useBoardKeys = ({
  shown,
  focus,
  taskDrag,
  actions,
  open,
  pickUp,
  assign,
  unplan,
  spread,
}: {
  shown: ShownBoard;
  focus: BoardFocus;
  taskDrag: ReturnType<typeof useTaskDrag>;
  actions: BoardActions;
  open: (taskId: string) => void;
  pickUp: () => void;
  assign: () => void;
  unplan: () => void;
  spread: () => void;
}) => {
  const { t } = useTranslation('board');
  useShortcut({ keys: 'm', label: t('pickUp'), run: pickUp });
  useShortcut({ keys: 'a', label: t('assign'), run: assign });
  useShortcut({ keys: 'u', label: t('unplan'), run: unplan });
  useShortcut({ keys: 's', label: t('spread'), run: spread });

  const { drag } = taskDrag;
  const handleDragKey = (key: string): boolean => {
    const taskId = drag?.tasks[0]?.id ?? null;
    if (key === 'Escape') {
      taskDrag.cancel();
      focus.moveTo({ ...focus.focus, taskId });
    } else if (key === 'Enter' || key === ' ') {
      const drop = drag?.drop;
      taskDrag.release();
      if (drop?.kind === 'cell') focus.moveTo({ rowKey: drop.rowKey, column: drop.column, taskId });
    } else return taskDrag.moveByKey(key);
    return true;
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    const { key } = event;
    const { taskId } = resolveFocus(shown.rows, focus.focus);
    const task = taskId === null ? undefined : shown.known.get(taskId);
    const longer = { ArrowRight: STEP_MINUTES, ArrowLeft: -STEP_MINUTES }[key];
    if (event.shiftKey && longer !== undefined && task && shown.view === 'day') {
      actions.resize(task, task.minutes + longer);
      return true;
    }
    if (key === ' ' && task) toggleTask(task.id);
    else if (key === 'Enter' && task) open(task.id);
    else if (key === 'Escape') selectTasks([]);
    else {
      const next = nextFocus(shown.rows, focus.focus, key);
      if (next) focus.moveTo(next);
      return next !== undefined;
    }
    return true;
  };
  return {
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // The icons next to a name are read-only: only arrow keys leave them.
      if (isNextToName(event.target) && !event.key.startsWith('Arrow')) return;
      if (drag ? handleDragKey(event.key) : handleKey(event)) event.preventDefault();
    },
    /** Space has already selected the task; keyup would also click the button. */
    onKeyUp: (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.key === ' ') event.preventDefault();
    },
  };
};

const isNextToName = (target: EventTarget): boolean =>
  (target as HTMLElement).closest('[role="rowheader"]') !== null;
