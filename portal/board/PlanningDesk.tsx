import { Text, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { showNotification } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AssigneeDialog } from '#portal/planning/AssignDialog.tsx';
import { useSelection } from '#portal/tasks/selection.ts';
import classes from './Board.module.css';
import { BoardGrid } from './BoardGrid.tsx';
import { isHidden } from './board-columns.ts';
import { resolveFocus } from './board-focus.ts';
import { type BoardRow, locateTask } from './board-layout.ts';
import type { BoardSearch } from './board-search.ts';
import { DragNotice } from './DragNotice.tsx';
import { findClosedRowKeys, findDropRect } from './drop-target.ts';
import { measureBoard, type Rect } from './geometry.ts';
import { PreviewBar } from './PreviewBar.tsx';
import type { MovableTask } from './pending-moves.ts';
import { findFirstTask, type Preview } from './preview.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { MAX_SPREAD, SpreadDialog } from './SpreadDialog.tsx';
import { TaskPopover } from './TaskPopover.tsx';
import { isMovable } from './task-warnings.ts';
import { UnplannedList } from './UnplannedList.tsx';
import type { BoardState } from './use-board.ts';
import { useBoardActions } from './use-board-actions.ts';
import { reveal, useBoardFocus } from './use-board-focus.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useBoardPointer } from './use-board-pointer.ts';
import { useTaskDrag } from './use-task-drag.ts';

const NO_IDS: ReadonlySet<string> = new Set();

export const PlanningDesk = ({
  board,
  search,
  onChange,
}: {
  board: BoardState;
  search: BoardSearch;
  onChange: (change: BoardSearch) => void;
}) => {
  const { t } = useTranslation('board');
  const navigate = useNavigate();
  const selection = useSelection();
  const { ref: frameRef, width } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  const dragImage = useRef<HTMLDivElement>(null);
  const [listFocus, setListFocus] = useState<string | null>(null);
  const [popover, setPopover] = useState<{ taskId: string; cardRect: Rect } | null>(null);
  const [tasksToAssign, setTasksToAssign] = useState<readonly MovableTask[] | null>(null);
  const [tasksToSpread, setTasksToSpread] = useState<readonly MovableTask[] | null>(null);

  const geometry = useMemo(
    () => measureBoard(board.rows, board.view, width),
    [board.rows, board.view, width],
  );
  const actions = useBoardActions(board);
  const focus = useBoardFocus({ board, geometry, scroller });
  const taskDrag = useTaskDrag({ board, geometry, actions, scroller, list, dragImage });
  const { drag } = taskDrag;

  const open = (taskId: string) => void navigate({ to: '/tasks/$taskId', params: { taskId } });
  const selectedTasks = (): readonly MovableTask[] =>
    [...board.tasksById.values()].filter(({ id }) => selection.has(id));
  // The selection may contain tasks from the list or the map that are not on the board.
  const selectedCount = selection.size > 0 ? selectedTasks().length : 0;
  /** The tasks that an action applies to: the selection or, if there is none, the focused task. */
  const actionTasks = (): readonly MovableTask[] => {
    if (selectedCount > 0) return selectedTasks();
    const isInList = list.current?.contains(document.activeElement) ?? false;
    const taskId = isInList
      ? (listFocus ?? board.unplanned[0]?.id)
      : resolveFocus(board.rows, focus.focus).taskId;
    const task = taskId == null ? undefined : board.tasksById.get(taskId);
    return task ? [task] : [];
  };
  const unplan = () => {
    if (drag) {
      taskDrag.cancel();
      actions.unplan(drag.tasks);
    } else actions.unplan(actionTasks().filter(({ plannedStart }) => plannedStart !== null));
  };
  const pickUp = () => {
    const tasks = actionTasks();
    if (tasks.length === 0) return;
    const focused = resolveFocus(board.rows, focus.focus);
    const row = board.rows[focused.row];
    if (!row) return;
    taskDrag.pickUp(tasks, { ...focused, rowKey: row.key });
    focus.moveTo({ rowKey: row.key, column: focused.column, taskId: null });
  };
  const assign = () => {
    const tasks = actionTasks();
    if (tasks.length > 0) setTasksToAssign(tasks);
  };
  const { preview, setPreview } = board;
  const spread = () => {
    const tasks = actionTasks().filter(isMovable);
    if (tasks.length > MAX_SPREAD)
      showNotification({ color: 'orange', message: t('tooMany', { max: MAX_SPREAD }) });
    else if (tasks.length > 0) setTasksToSpread(tasks);
  };
  /** Shows the first suggested task, even if it is on another day or out of view. */
  const openPreview = (suggested: Preview) => {
    setPreview(suggested);
    const first = findFirstTask(suggested);
    if (!first) return;
    if (!board.columns.some(({ date }) => date === first.date))
      onChange({ date: first.date, ...(isHidden(first.date, board.week) && { weekend: true as const }) });
    focus.moveToTask(first.id);
  };
  const previewedIds = useMemo(() => new Set(preview?.moves.keys()), [preview]);
  const keyHandlers = useBoardKeys({ board, focus, taskDrag, actions, open, pickUp, assign, unplan, spread });
  const pointer = useBoardPointer({
    board,
    geometry,
    scroller,
    focus,
    taskDrag,
    actions,
    selection,
    selectedTasks,
    open,
    onPopover: setPopover,
  });
  const draggedIds = useMemo(() => (drag ? new Set(drag.tasks.map(({ id }) => id)) : NO_IDS), [drag]);
  const dropRect = findDropRect(drag, board, geometry);
  const keyboardTarget = drag?.by === 'keys' ? JSON.stringify(dropRect) : 'null';
  useEffect(() => {
    const rect = JSON.parse(keyboardTarget) as Rect | null;
    if (rect && scroller.current) reveal(scroller.current, rect);
  }, [keyboardTarget]);
  const draggedTasks = drag?.tasks;
  const closedRows = useMemo(
    () => (draggedTasks ? findClosedRowKeys(draggedTasks, board.rows) : NO_IDS),
    [draggedTasks, board.rows],
  );
  return (
    <div className={classes.desk}>
      {search.list !== 'hidden' && (
        <UnplannedList
          board={board}
          search={search}
          selection={selection}
          isDropTarget={drag?.drop?.kind === 'list'}
          panelRef={list}
          currentId={listFocus}
          onCurrentChange={setListFocus}
          onChange={onChange}
          onDragStart={pointer.startTaskDrag}
          onOpen={open}
        />
      )}
      <div ref={frameRef} className={classes.frame}>
        {board.rows.length === 0 ? (
          <Text c="dimmed" p="lg" role="status">
            {t('noneMatch')}
          </Text>
        ) : (
          <BoardGrid
            board={board}
            geometry={geometry}
            scroller={scroller}
            focus={focus.focus}
            selection={selection}
            draggedIds={draggedIds}
            closedRows={closedRows}
            previewedIds={previewedIds}
            dropRect={pointer.resizeRect ?? dropRect}
            lasso={pointer.lasso}
            searchText={search.text}
            {...keyHandlers}
            {...pointer.handlers}
          />
        )}
      </div>
      {drag?.by === 'pointer' && (
        <div ref={dragImage} className={classes.dragImage} aria-hidden>
          {drag.tasks.length === 1 ? drag.tasks[0]!.title : t('tasks', { count: drag.tasks.length })}
        </div>
      )}
      <DragNotice drag={drag} board={board} />
      {!drag && preview && (
        <PreviewBar
          preview={preview}
          hiddenCount={countMissing(previewedIds, board.rows)}
          onAccept={() => {
            setPreview(null);
            actions.accept(preview);
          }}
          onDiscard={() => setPreview(null)}
        />
      )}
      {!drag && !preview && !popover && selectedCount > 0 && (
        <SelectionBar
          count={selectedCount}
          onMove={pickUp}
          onAssign={assign}
          onUnplan={unplan}
          onSpread={spread}
        />
      )}
      {tasksToSpread && (
        <SpreadDialog
          tasks={tasksToSpread}
          people={board.people}
          date={board.date}
          onPreview={openPreview}
          onClose={() => setTasksToSpread(null)}
        />
      )}
      {popover && board.tasksById.has(popover.taskId) && (
        <TaskPopover
          task={board.tasksById.get(popover.taskId)!}
          placed={locateTask(board.rows, popover.taskId)?.placed}
          cardRect={popover.cardRect}
          reasons={preview?.reasons.get(popover.taskId) ?? []}
          onClose={() => setPopover(null)}
          onOpen={open}
          onAssign={(task) => setTasksToAssign([task])}
          onUnplan={(task) => actions.unplan([task])}
        />
      )}
      {tasksToAssign && (
        <AssigneeDialog
          tasks={tasksToAssign}
          // The dialog does not wait, because the board shows the change immediately and reports rejections.
          onAssign={async (person) => actions.assign(tasksToAssign, person)}
          onClose={() => setTasksToAssign(null)}
        />
      )}
      <VisuallyHidden role="status">
        {selectedCount > 0 && t('selected', { count: selectedCount })}
      </VisuallyHidden>
    </div>
  );
};

/** The number of tasks that are not in any row, because they are on other days or are filtered out. */
const countMissing = (ids: ReadonlySet<string>, rows: readonly BoardRow[]): number => {
  const present = rows.flatMap(({ cells }) => cells.flat()).filter(({ task }) => ids.has(task.id));
  return ids.size - present.length;
};
