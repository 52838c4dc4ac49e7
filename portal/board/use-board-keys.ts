import type { KeyboardEvent } from 'react';
import { selectTasks, toggleTask } from '#portal/frame/selection.ts';
import { useShortcut } from '#portal/frame/shortcuts.tsx';
import { nextFocus, resolveFocus } from './board-focus.ts';
import { STEP_MINUTES } from './placing.ts';
import type { ShownBoard } from './use-board.ts';
import type { BoardActs } from './use-board-acts.ts';
import type { useCarry } from './use-carry.ts';
import type { BoardFocus } from './use-focus.ts';
import { useBoardWords } from './words.ts';

/** The board by the keyboard: `m`, `a` and `u` mean what is chosen, or where one is. */
export const useBoardKeys = ({
  shown,
  focus,
  carrying,
  acts,
  open,
  pickUp,
  assign,
  unplan,
  spread,
}: {
  shown: ShownBoard;
  focus: BoardFocus;
  carrying: ReturnType<typeof useCarry>;
  acts: BoardActs;
  open: (taskId: string) => void;
  pickUp: () => void;
  assign: () => void;
  unplan: () => void;
  spread: () => void;
}) => {
  const t = useBoardWords();
  useShortcut({ keys: 'm', label: t('pickUp'), run: pickUp });
  useShortcut({ keys: 'a', label: t('assign'), run: assign });
  useShortcut({ keys: 'u', label: t('unplan'), run: unplan });
  useShortcut({ keys: 's', label: t('spread'), run: spread });

  const { carry } = carrying;
  const hearCarrying = (key: string): boolean => {
    const taskId = carry?.tasks[0]?.id ?? null;
    if (key === 'Escape') {
      carrying.cancel();
      focus.moveTo({ ...focus.focus, taskId });
    } else if (key === 'Enter' || key === ' ') {
      const drop = carry?.drop;
      carrying.release();
      if (drop?.kind === 'cell') focus.moveTo({ rowKey: drop.rowKey, column: drop.column, taskId });
    } else return carrying.steer(key);
    return true;
  };
  const hear = (event: KeyboardEvent): boolean => {
    const { key } = event;
    const { taskId } = resolveFocus(shown.rows, focus.focus);
    const task = taskId === null ? undefined : shown.known.get(taskId);
    const longer = { ArrowRight: STEP_MINUTES, ArrowLeft: -STEP_MINUTES }[key];
    if (event.shiftKey && longer !== undefined && task && shown.view === 'day') {
      acts.resize(task, task.minutes + longer);
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
      // What stands beside a name is there to be read: only the arrows lead on from it.
      if (isBesideName(event.target) && !event.key.startsWith('Arrow')) return;
      if (carry ? hearCarrying(event.key) : hear(event)) event.preventDefault();
    },
    /** Space has chosen already: a button would also be clicked. */
    onKeyUp: (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.key === ' ') event.preventDefault();
    },
  };
};

const isBesideName = (target: EventTarget): boolean =>
  (target as HTMLElement).closest('[role="rowheader"]') !== null;
