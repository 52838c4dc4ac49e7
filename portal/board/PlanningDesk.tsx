import { Text, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { showNotification } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSelection } from '#portal/frame/selection.ts';
import { AssignTasks } from './AssignTasks.tsx';
import classes from './Board.module.css';
import { BoardGrid } from './BoardGrid.tsx';
import { resolveFocus } from './board-focus.ts';
import type { BoardSearch } from './board-search.ts';
import { CarryNotice } from './CarryNotice.tsx';
import { markOf, rowsClosedTo } from './drop-mark.ts';
import { measure, type Rect } from './geometry.ts';
import { PreviewBar } from './PreviewBar.tsx';
import type { MovableTask } from './pending-moves.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { MOST_SPREAD, SpreadDialog } from './SpreadDialog.tsx';
import { TaskFacts } from './TaskFacts.tsx';
import { isMovable } from './task-marks.ts';
import { UnplannedList } from './UnplannedList.tsx';
import type { ShownBoard } from './use-board.ts';
import { useBoardActs } from './use-board-acts.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useBoardPointer } from './use-board-pointer.ts';
import { useCarry } from './use-carry.ts';
import { reveal, useFocus } from './use-focus.ts';
import { useBoardWords } from './words.ts';

const NONE: ReadonlySet<string> = new Set();

/** The list of what is to be planned, and the board: everything by pointer and by keyboard. */
export const PlanningDesk = ({
  shown,
  search,
  onChange,
}: {
  shown: ShownBoard;
  search: BoardSearch;
  onChange: (change: BoardSearch) => void;
}) => {
  const t = useBoardWords();
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
  const acts = useBoardActs(shown);
  const focus = useFocus({ shown, geometry, scroller });
  const carrying = useCarry({ shown, geometry, acts, scroller, list, ghost });
  const { carry } = carrying;

  const open = (taskId: string) => void navigate({ to: '/tasks/$taskId', params: { taskId } });
  const chosen = (): readonly MovableTask[] =>
    [...shown.known.values()].filter(({ id }) => selection.has(id));
  // The list or the map may have chosen tasks that are not here.
  const chosenHere = selection.size > 0 ? chosen().length : 0;
  /** What an act is about: what is chosen, else where the keyboard is. */
  const meant = (): readonly MovableTask[] => {
    if (chosenHere > 0) return chosen();
    const isInList = list.current?.contains(document.activeElement) ?? false;
    const at = isInList ? (listed ?? shown.unplanned[0]?.id) : resolveFocus(shown.rows, focus.focus).taskId;
    const task = at == null ? undefined : shown.known.get(at);
    return task ? [task] : [];
  };
  const unplan = () => {
    if (carry) {
      carrying.cancel();
      acts.unplan(carry.tasks);
    } else acts.unplan(meant().filter(({ plannedStart }) => plannedStart !== null));
  };
  const pickUp = () => {
    const tasks = meant();
    if (tasks.length === 0) return;
    const place = resolveFocus(shown.rows, focus.focus);
    const row = shown.rows[place.row];
    if (!row) return;
    carrying.pickUp(tasks, { ...place, rowKey: row.key });
    focus.moveTo({ rowKey: row.key, column: place.column, taskId: null });
  };
  const assign = () => {
    const tasks = meant();
    if (tasks.length > 0) setAssigned(tasks);
  };
  const { preview, setPreview } = shown;
  const spread = () => {
    const tasks = meant().filter(isMovable);
    if (tasks.length > MOST_SPREAD)
      showNotification({ color: 'orange', message: t('tooMany', { most: MOST_SPREAD }) });
    else if (tasks.length > 0) setSpreading(tasks);
  };
  const ghosts = useMemo(() => new Set(preview?.moves.keys()), [preview]);
  const keys = useBoardKeys({ shown, focus, carrying, acts, open, pickUp, assign, unplan, spread });
  const pointer = useBoardPointer({
    shown,
    geometry,
    scroller,
    focus,
    carrying,
    acts,
    selection,
    chosen,
    open,
    onOpened: setOpened,
  });
  const carried = useMemo(() => (carry ? new Set(carry.tasks.map(({ id }) => id)) : NONE), [carry]);
  const mark = markOf(carry, shown, geometry);
  const aim = carry?.by === 'keys' ? JSON.stringify(mark) : 'null';
  useEffect(() => {
    const rect = JSON.parse(aim) as Rect | null;
    if (rect && scroller.current) reveal(scroller.current, rect);
  }, [aim]);
  const held = carry?.tasks;
  const closed = useMemo(() => (held ? rowsClosedTo(held, shown.rows) : NONE), [held, shown.rows]);
  return (
    <div className={classes.desk}>
      <UnplannedList
        shown={shown}
        search={search}
        selection={selection}
        isTarget={carry?.drop?.kind === 'list'}
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
            {t('nobodyFound')}
          </Text>
        ) : (
          <BoardGrid
            shown={shown}
            geometry={geometry}
            scroller={scroller}
            focus={focus.focus}
            selection={selection}
            carried={carried}
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
      {carry?.by === 'pointer' && (
        <div ref={ghost} className={classes.ghost} aria-hidden>
          {carry.tasks.length === 1 ? carry.tasks[0]!.title : t('tasks', { count: carry.tasks.length })}
        </div>
      )}
      <CarryNotice carry={carry} shown={shown} />
      {!carry && preview && (
        <PreviewBar
          preview={preview}
          onAccept={() => {
            setPreview(null);
            acts.take(preview);
          }}
          onDiscard={() => setPreview(null)}
        />
      )}
      {!carry && !preview && !opened && chosenHere > 0 && (
        <SelectionBar
          count={chosenHere}
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
          onUnplan={(task) => acts.unplan([task])}
        />
      )}
      {assigned && (
        <AssignTasks
          tasks={assigned}
          people={shown.people}
          onAssign={(person) => acts.assign(assigned, person)}
          onClose={() => setAssigned(null)}
        />
      )}
      <VisuallyHidden role="status">{chosenHere > 0 && t('selected', { count: chosenHere })}</VisuallyHidden>
    </div>
  );
};
