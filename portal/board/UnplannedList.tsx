import { Group, Select, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatDuration } from '#kit/date-time-format.ts';
import { IconSortAscending } from '#kit/icons/icons.ts';
import { addToSelection, selectTasks, toggleTask } from '#portal/tasks/selection.ts';
import { useVirtualRows } from '#portal/tasks/use-virtual-rows.ts';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { TaskHighlights } from '#task-fields/TaskHighlights.tsx';
import { type BoardSearch, UNPLANNED_SORTS } from './board-search.ts';
import { ChoiceIcons } from './ChoiceIcons.tsx';
import type { MovableTask } from './pending-moves.ts';
import { calculateScrollTop } from './scroll-top.ts';
import classes from './UnplannedList.module.css';
import type { BoardState } from './use-board.ts';

/** `toggleKey` is Ctrl or ⌘. */
type Modifiers = { shiftKey: boolean; toggleKey: boolean };

const ITEM_PX = 76;
const GAP_PX = 4;
const SORT_LABEL_KEYS = { '-priority': 'sortPriority', title: 'sortTitle', '-createdAt': 'sortNew' } as const;

export const UnplannedList = ({
  board,
  search,
  selection,
  isDropTarget,
  panelRef,
  currentId,
  onCurrentChange,
  onChange,
  onDragStart,
  onOpen,
}: {
  board: BoardState;
  search: BoardSearch;
  selection: ReadonlySet<string>;
  isDropTarget: boolean;
  panelRef: RefObject<HTMLElement | null>;
  currentId: string | null;
  onCurrentChange: (id: string) => void;
  onChange: (changes: BoardSearch) => void;
  onDragStart: (event: PointerEvent, task: MovableTask) => void;
  onOpen: (id: string) => void;
}) => {
  const { t } = useTranslation('board');
  const headingId = useId();
  const { unplannedTasks: tasks, unplannedQuery } = board;
  const rangeStart = useRef(0);
  const rows = useVirtualRows(unplannedQuery, { count: tasks.length, rowPx: ITEM_PX, overscan: 8 });
  const { virtualizer } = rows;
  const previousIds = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const ids = tasks.map(({ id }) => id);
    // The element's own scrollTop is no use: the browser has already clamped it to the new height.
    const position = { scrollTop: virtualizer.scrollOffset ?? 0, rowHeight: ITEM_PX };
    const scrollTop = calculateScrollTop(previousIds.current, new Set(ids), position);
    previousIds.current = ids;
    if (scrollTop !== position.scrollTop) virtualizer.scrollToOffset(scrollTop);
  }, [tasks, virtualizer]);
  const currentIndex = Math.max(
    0,
    tasks.findIndex(({ id }) => id === currentId),
  );
  const select = (index: number, modifiers: Modifiers) => {
    const { id } = tasks[index]!;
    const range = tasks.slice(Math.min(rangeStart.current, index), Math.max(rangeStart.current, index) + 1);
    if (modifiers.shiftKey)
      (modifiers.toggleKey ? addToSelection : selectTasks)(range.map((task) => task.id));
    else if (modifiers.toggleKey) toggleTask(id);
    else selectTasks([id]);
    if (!modifiers.shiftKey) rangeStart.current = index;
    onCurrentChange(id);
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (tasks.length === 0) return;
    const focusedIndex = rows.moveFocus(event.key, currentIndex);
    if (focusedIndex !== undefined) {
      onCurrentChange(tasks[focusedIndex]!.id);
      if (event.shiftKey) select(focusedIndex, { shiftKey: true, toggleKey: false });
    } else if (event.key === ' ') select(currentIndex, { shiftKey: event.shiftKey, toggleKey: true });
    else if (event.key === 'Enter') onOpen(tasks[currentIndex]!.id);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selectTasks(tasks.map(({ id }) => id));
    else if (event.key === 'Escape') selectTasks([]);
    else return;
    event.preventDefault();
  };
  const firstPage = unplannedQuery.data?.pages[0];
  return (
    <section
      ref={panelRef}
      className={classes.panel}
      aria-labelledby={headingId}
      data-target={isDropTarget || undefined}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <h2 id={headingId} className={classes.heading}>
          {t('unplanned')}
        </h2>
        <Select
          size="xs"
          w={152}
          leftSectionWidth={26}
          rightSectionWidth={22}
          aria-label={t('sort')}
          allowDeselect={false}
          leftSection={<IconSortAscending size={14} aria-hidden />}
          value={search.sort ?? 'dueDate'}
          onChange={(value) => onChange({ sort: UNPLANNED_SORTS.find((sort) => sort === value) })}
          data={[
            { value: 'dueDate', label: t('sortDue') },
            ...UNPLANNED_SORTS.map((value) => ({ value, label: t(SORT_LABEL_KEYS[value]) })),
          ]}
        />
      </Group>
      <SearchField
        label={t('unplannedFind')}
        placeholder={t('searchPlaceholder')}
        value={search.find ?? ''}
        onSearch={(find) => onChange({ find: find || undefined })}
      />
      <Text size="xs" c="dimmed" role="status">
        {firstPage && t('tasks', { count: firstPage.count ?? tasks.length })}
      </Text>
      {firstPage && tasks.length === 0 && (
        <EmptyState title={search.find ? t('noneFound') : t('nothingToPlan')}>
          {search.find ? '' : t('nothingToPlanHint')}
        </EmptyState>
      )}
      {isDropTarget && <div className={classes.dropHint}>{t('dropHere')}</div>}
      <div
        ref={rows.scroller}
        role="listbox"
        aria-multiselectable
        aria-label={t('unplanned')}
        aria-busy={unplannedQuery.isPending}
        tabIndex={tasks.length === 0 ? 0 : -1}
        className={classes.list}
        onKeyDown={handleKey}
      >
        <div style={{ height: rows.totalHeight }} className={classes.surface} role="presentation">
          {rows.visibleRows.map(({ index, start }) => (
            <UnplannedItem
              key={tasks[index]!.id}
              task={tasks[index]!}
              assignee={board.assigneeNames.get(tasks[index]!.id)}
              index={index}
              count={tasks.length}
              top={start}
              isSelected={selection.has(tasks[index]!.id)}
              isCurrent={index === currentIndex}
              onSelect={select}
              onDragStart={onDragStart}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
    </section>
  );
};

const UnplannedItem = ({
  task,
  assignee,
  index,
  count,
  top,
  isSelected,
  isCurrent,
  onSelect,
  onDragStart,
  onOpen,
}: {
  task: MovableTask;
  assignee: string | undefined;
  index: number;
  count: number;
  top: number;
  isSelected: boolean;
  isCurrent: boolean;
  onSelect: (index: number, modifiers: Modifiers) => void;
  onDragStart: (event: PointerEvent, task: MovableTask) => void;
  onOpen: (id: string) => void;
}) => {
  const { t } = useTranslation('board');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
    <div
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      tabIndex={isCurrent ? 0 : -1}
      data-index={index}
      className={classes.item}
      style={{ transform: `translateY(${top}px)`, height: ITEM_PX - GAP_PX }}
      onClick={(event) =>
        onSelect(index, { shiftKey: event.shiftKey, toggleKey: event.ctrlKey || event.metaKey })
      }
      onDoubleClick={() => onOpen(task.id)}
      onPointerDown={(event) => event.button === 0 && onDragStart(event, task)}
    >
      <span className={classes.title}>
        <ChoiceIcons task={task} size={15} />
        {task.title}
      </span>
      <span className={classes.details}>
        <TaskHighlights task={task} />
        {task.dueDate !== null && (
          <span data-late={task.isLate || undefined} className={classes.due}>
            {t(task.isLate ? 'lateSince' : 'due', { at: formatDay(task.dueDate) })}
          </span>
        )}
        <span className={classes.ending}>{formatDuration(task.minutes)}</span>
      </span>
      <span className={classes.details}>
        <span className={classes.assignee}>{assignee ?? t('unassigned')}</span>
        {task.itemTitle !== null && <span className={classes.ending}>{task.itemTitle}</span>}
      </span>
    </div>
  );
};
