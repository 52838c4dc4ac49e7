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
import { isHiddenDay } from './board-columns.ts';
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
import { MAX_TASKS_TO_SPREAD, SpreadDialog } from './SpreadDialog.tsx';
import { TaskPopover } from './TaskPopover.tsx';
import { isMovable } from './task-warnings.ts';
import { UnplannedList } from './UnplannedList.tsx';
import type { BoardState } from './use-board.ts';
import { useBoardActions } from './use-board-actions.ts';
import { revealRect, useBoardFocus } from './use-board-focus.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useBoardPointer } from './use-board-pointer.ts';
import { useTaskDrag } from './use-task-drag.ts';

const NO_IDS: ReadonlySet<string> = new Set();

type Props = { board: BoardState; search: BoardSearch; onChange: (changes: BoardSearch) => void };

export const PlanningDesk = ({ board, search, onChange }: Props) => {
  const { t } = useTranslation('board');
  const navigate = useNavigate();
  const selection = useSelection();
  const { ref: frameRef, width } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const listPanel = useRef<HTMLElement>(null);
  const dragImage = useRef<HTMLDivElement>(null);
  const [focusedListId, setFocusedListId] = useState<string | null>(null);
  const [popover, setPopover] = useState<{ taskId: string; cardRect: Rect } | null>(null);
  const [tasksToAssign, setTasksToAssign] = useState<readonly MovableTask[] | null>(null);
  const [tasksToSpread, setTasksToSpread] = useState<readonly MovableTask[] | null>(null);

  const geometry = useMemo(
    () => measureBoard(board.rows, board.view, width),
    [board.rows, board.view, width],
  );
  const actions = useBoardActions(board);
  const focus = useBoardFocus({ board, geometry, scroller });
  const taskDrag = useTaskDrag({ board, geometry, actions, scroller, listPanel, dragImage });
  const { drag } = taskDrag;

  const openTask = (taskId: string) => void navigate({ to: '/tasks/$taskId', params: { taskId } });
  const listSelectedTasks = (): readonly MovableTask[] =>
    [...board.tasksById.values()].filter(({ id }) => selection.has(id));
  // The selection may contain tasks from the list or the map that are not on the board.
  const selectedCount = selection.size > 0 ? listSelectedTasks().length : 0;
  /** Returns the selected tasks or, if there are none, the focused task. */
  const listActionTasks = (): readonly MovableTask[] => {
    if (selectedCount > 0) return listSelectedTasks();
    const isInList = listPanel.current?.contains(document.activeElement) ?? false;
    const taskId = isInList
      ? (focusedListId ?? board.unplannedTasks[0]?.id)
      : resolveFocus(board.rows, focus.focus).taskId;
    const task = taskId == null ? undefined : board.tasksById.get(taskId);
    return task ? [task] : [];
  };
  const unplan = () => {
    if (drag) {
      taskDrag.cancel();
      actions.unplan(drag.tasks);
    } else actions.unplan(listActionTasks().filter(({ plannedStart }) => plannedStart !== null));
  };
  const pickUp = () => {
    const tasks = listActionTasks();
    if (tasks.length === 0) return;
    const focusPosition = resolveFocus(board.rows, focus.focus);
    const row = board.rows[focusPosition.row];
    if (!row) return;
    taskDrag.pickUp(tasks, { ...focusPosition, rowKey: row.key });
    focus.moveTo({ rowKey: row.key, column: focusPosition.column, taskId: null });
  };
  const assign = () => {
    const tasks = listActionTasks();
    if (tasks.length > 0) setTasksToAssign(tasks);
  };
  const { preview, setPreview } = board;
  const spread = () => {
    const tasks = listActionTasks().filter(isMovable);
    if (tasks.length > MAX_TASKS_TO_SPREAD)
      showNotification({ color: 'orange', message: t('tooMany', { max: MAX_TASKS_TO_SPREAD }) });
    else if (tasks.length > 0) setTasksToSpread(tasks);
  };
  /** Shows the first suggested task, even if it is on another day or out of view. */
  const openPreview = (newPreview: Preview) => {
    setPreview(newPreview);
    const firstTask = findFirstTask(newPreview);
    if (!firstTask) return;
    const { id, date } = firstTask;
    if (!board.columns.some((column) => column.date === date))
      onChange({ date, ...(isHiddenDay(date, board.week) && { weekend: true as const }) });
    focus.moveToTask(id);
  };
  const previewedIds = useMemo(() => new Set(preview?.moves.keys()), [preview]);
  const keyHandlers = useBoardKeys({
    board,
    focus,
    taskDrag,
    actions,
    openTask,
    pickUp,
    assign,
    unplan,
    spread,
  });
  const pointer = useBoardPointer({
    board,
    geometry,
    scroller,
    focus,
    taskDrag,
    actions,
    selection,
    listSelectedTasks,
    openTask,
    onPopover: setPopover,
  });
  const draggedIds = useMemo(() => (drag ? new Set(drag.tasks.map(({ id }) => id)) : NO_IDS), [drag]);
  const dropRect = findDropRect(drag, board, geometry);
  // Serialised, so that the effect only runs when the rectangle changes.
  const serializedDropRect = drag?.inputMethod === 'keyboard' ? JSON.stringify(dropRect) : 'null';
  useEffect(() => {
    const rect = JSON.parse(serializedDropRect) as Rect | null;
    if (rect && scroller.current) revealRect(scroller.current, rect);
  }, [serializedDropRect]);
  const draggedTasks = drag?.tasks;
  const closedRowKeys = useMemo(
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
          isDropTarget={drag?.dropPosition?.kind === 'list'}
          panelRef={listPanel}
          currentId={focusedListId}
          onCurrentChange={setFocusedListId}
          onChange={onChange}
          onDragStart={pointer.startTaskDrag}
          onOpen={openTask}
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
            closedRowKeys={closedRowKeys}
            previewedIds={previewedIds}
            dropRect={pointer.resizeRect ?? dropRect}
            lasso={pointer.lasso}
            searchText={search.text}
            {...keyHandlers}
            {...pointer.handlers}
          />
        )}
      </div>
      {drag?.inputMethod === 'pointer' && (
        <div ref={dragImage} className={classes.dragImage} aria-hidden>
          {drag.tasks.length === 1 ? drag.tasks[0]!.title : t('tasks', { count: drag.tasks.length })}
        </div>
      )}
      <DragNotice drag={drag} board={board} />
      {!drag && preview && (
        <PreviewBar
          preview={preview}
          hiddenCount={countHiddenTasks(previewedIds, board.rows)}
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
          placedTask={locateTask(board.rows, popover.taskId)?.placedTask}
          cardRect={popover.cardRect}
          reasons={preview?.reasons.get(popover.taskId) ?? []}
          onClose={() => setPopover(null)}
          onOpen={openTask}
          onAssign={(task) => setTasksToAssign([task])}
          onUnplan={(task) => actions.unplan([task])}
        />
      )}
      {tasksToAssign && (
        <AssigneeDialog
          tasks={tasksToAssign}
          // The dialog does not wait: the board shows the change immediately and reports rejections.
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

/** Counts the tasks missing from all rows because they are on other days or filtered out. */
const countHiddenTasks = (ids: ReadonlySet<string>, rows: readonly BoardRow[]): number => {
  const shownTasks = rows.flatMap(({ cells }) => cells.flat()).filter(({ task }) => ids.has(task.id));
  return ids.size - shownTasks.length;
};
