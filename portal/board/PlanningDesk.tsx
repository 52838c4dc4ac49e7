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
import { resolveFocus } from './board-focus.ts';
import type { BoardSearch } from './board-search.ts';
import { DragNotice } from './DragNotice.tsx';
import { dropRectOf, rowsNotAccepting } from './drop-mark.ts';
import { measure, type Rect } from './geometry.ts';
import { PreviewBar } from './PreviewBar.tsx';
import type { MovableTask } from './pending-moves.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { MAX_SPREAD, SpreadDialog } from './SpreadDialog.tsx';
import { TaskFacts } from './TaskFacts.tsx';
import { isMovable } from './task-marks.ts';
import { UnplannedList } from './UnplannedList.tsx';
import type { ShownBoard } from './use-board.ts';
import { useBoardActions } from './use-board-actions.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useBoardPointer } from './use-board-pointer.ts';
import { reveal, useFocus } from './use-focus.ts';
import { useTaskDrag } from './use-task-drag.ts';

const NONE: ReadonlySet<string> = new Set();

/** The list of tasks to plan and the board, for pointer and keyboard. */
export const PlanningDesk = ({
  shown,
  search,
  onChange,
}: {
  shown: ShownBoard;
  search: BoardSearch;
  onChange: (change: BoardSearch) => void;
}) => {
  const { t } = useTranslation('board');
  const navigate = useNavigate();
  const selection = useSelection();
  const { ref: frame, width } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const [listed, setListed] = useState<string | null>(null);
  const [opened, setOpened] = useState<{ id: string; at: Rect } | null>(null);
  const [assigned, setAssigned] = useState<readonly MovableTask[] | null>(null);

  const [spreading, setSpreading] = useState<readonly MovableTask[] | null>(null);

  const geometry = useMemo(() => measure(shown.rows, shown.view, width), [shown.rows, shown.view, width]);
  const actions = useBoardActions(shown);
  const focus = useFocus({ shown, geometry, scroller });
  const taskDrag = useTaskDrag({ shown, geometry, actions, scroller, list, ghost });
  const { drag } = taskDrag;

  const open = (taskId: string) => void navigate({ to: '/tasks/$taskId', params: { taskId } });
  const selected = (): readonly MovableTask[] =>
    [...shown.known.values()].filter(({ id }) => selection.has(id));
  // The selection may contain tasks from the list or the map that are not on the board.
  const selectedCount = selection.size > 0 ? selected().length : 0;
  /** The tasks that an action applies to: the selection, else the focused task. */
  const nearest = (): readonly MovableTask[] => {
    if (selectedCount > 0) return selected();
    const isInList = list.current?.contains(document.activeElement) ?? false;
    const at = isInList ? (listed ?? shown.unplanned[0]?.id) : resolveFocus(shown.rows, focus.focus).taskId;
    const task = at == null ? undefined : shown.known.get(at);
    return task ? [task] : [];
  };
  const unplan = () => {
    if (drag) {
      taskDrag.cancel();
      actions.unplan(drag.tasks);
    } else actions.unplan(nearest().filter(({ plannedStart }) => plannedStart !== null));
  };
  const pickUp = () => {
    const tasks = nearest();
    if (tasks.length === 0) return;
    const place = resolveFocus(shown.rows, focus.focus);
    const row = shown.rows[place.row];
    if (!row) return;
    taskDrag.pickUp(tasks, { ...place, rowKey: row.key });
    focus.moveTo({ rowKey: row.key, column: place.column, taskId: null });
  };
  const assign = () => {
    const tasks = nearest();
    if (tasks.length > 0) setAssigned(tasks);
  };
  const { preview, setPreview } = shown;
  const spread = () => {
    const tasks = nearest().filter(isMovable);
    if (tasks.length > MAX_SPREAD)
      showNotification({ color: 'orange', message: t('tooMany', { max: MAX_SPREAD }) });
    else if (tasks.length > 0) setSpreading(tasks);
  };
  const ghosts = useMemo(() => new Set(preview?.moves.keys()), [preview]);
  const keys = useBoardKeys({ shown, focus, taskDrag, actions, open, pickUp, assign, unplan, spread });
  const pointer = useBoardPointer({
    shown,
    geometry,
    scroller,
    focus,
    taskDrag,
    actions,
    selection,
    selected,
    open,
    onOpened: setOpened,
  });
  const draggedIds = useMemo(() => (drag ? new Set(drag.tasks.map(({ id }) => id)) : NONE), [drag]);
  const mark = dropRectOf(drag, shown, geometry);
  const aim = drag?.by === 'keys' ? JSON.stringify(mark) : 'null';
  useEffect(() => {
    const rect = JSON.parse(aim) as Rect | null;
    if (rect && scroller.current) reveal(scroller.current, rect);
  }, [aim]);
  const draggedTasks = drag?.tasks;
  const closed = useMemo(
    () => (draggedTasks ? rowsNotAccepting(draggedTasks, shown.rows) : NONE),
    [draggedTasks, shown.rows],
  );
  return (
    <div className={classes.desk}>
      <UnplannedList
        shown={shown}
        search={search}
        selection={selection}
        isTarget={drag?.drop?.kind === 'list'}
        panel={list}
        current={listed}
        onCurrent={setListed}
        onChange={onChange}
        onGrab={pointer.grab}
        onOpen={open}
      />
      <div ref={frame} className={classes.frame}>
        {shown.rows.length === 0 ? (
          <Text c="dimmed" p="lg" role="status">
            {t('noneMatch')}
          </Text>
        ) : (
          <BoardGrid
            shown={shown}
            geometry={geometry}
            scroller={scroller}
            focus={focus.focus}
            selection={selection}
            carried={draggedIds}
            closed={closed}
            ghosts={ghosts}
            mark={pointer.resized ?? mark}
            lasso={pointer.lasso}
            text={search.text}
            onKeyDown={keys.onKeyDown}
            onKeyUp={keys.onKeyUp}
            onPointerDown={pointer.onPointerDown}
            onFocus={pointer.onFocus}
            onClick={pointer.onClick}
            onDoubleClick={pointer.onDoubleClick}
          />
        )}
      </div>
      {drag?.by === 'pointer' && (
        <div ref={ghost} className={classes.ghost} aria-hidden>
          {drag.tasks.length === 1 ? drag.tasks[0]!.title : t('tasks', { count: drag.tasks.length })}
        </div>
      )}
      <DragNotice drag={drag} shown={shown} />
      {!drag && preview && (
        <PreviewBar
          preview={preview}
          onAccept={() => {
            setPreview(null);
            actions.accept(preview);
          }}
          onDiscard={() => setPreview(null)}
        />
      )}
      {!drag && !preview && !opened && selectedCount > 0 && (
        <SelectionBar
          count={selectedCount}
          onMove={pickUp}
          onAssign={assign}
          onUnplan={unplan}
          onSpread={spread}
        />
      )}
      {spreading && (
        <SpreadDialog
          tasks={spreading}
          people={shown.people}
          date={shown.date}
          onPreview={setPreview}
          onClose={() => setSpreading(null)}
        />
      )}
      {opened && shown.known.has(opened.id) && (
        <TaskFacts
          task={shown.known.get(opened.id)!}
          row={shown.rows.find(({ cells }) =>
            cells.some((cell) => cell.some(({ task }) => task.id === opened.id)),
          )}
          at={opened.at}
          reasons={preview?.reasons.get(opened.id) ?? []}
          onClose={() => setOpened(null)}
          onOpen={open}
          onAssign={(task) => setAssigned([task])}
          onUnplan={(task) => actions.unplan([task])}
        />
      )}
      {assigned && (
        <AssigneeDialog
          tasks={assigned}
          // The board shows the change immediately and reports rejections.
          onAssign={async (person) => actions.assign(assigned, person)}
          onClose={() => setAssigned(null)}
        />
      )}
      <VisuallyHidden role="status">
        {selectedCount > 0 && t('selected', { count: selectedCount })}
      </VisuallyHidden>
    </div>
  );
};
