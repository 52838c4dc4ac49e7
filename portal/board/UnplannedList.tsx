import { Group, Select, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatDuration } from '#kit/date-time-format.ts';
import { IconSortAscending } from '#kit/icons/icons.ts';
import { currentLanguage } from '#kit/language.ts';
import { addToSelection, selectTasks, toggleTask } from '#portal/tasks/selection.ts';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { TaskMarks } from '#task-fields/TaskMarks.tsx';
import { type BoardSearch, UNPLANNED_SORTS } from './board-search.ts';
import type { MovableTask } from './pending-moves.ts';
import { scrollWithout } from './scroll-without.ts';
import classes from './UnplannedList.module.css';
import type { ShownBoard } from './use-board.ts';

const ITEM_PX = 58;
const GAP_PX = 4;
const SORT_WORDS = { title: 'sortTitle', '-createdAt': 'sortNew' } as const;

/** The tasks to plan, by default those due first on top. They can be dragged to the board. */
export const UnplannedList = ({
  shown,
  search,
  selection,
  isTarget,
  panel,
  current,
  onCurrent,
  onChange,
  onGrab,
  onOpen,
}: {
  shown: ShownBoard;
  search: BoardSearch;
  selection: ReadonlySet<string>;
  /** A task is being dragged over the list. */
  isTarget: boolean;
  panel: RefObject<HTMLElement | null>;
  current: string | null;
  onCurrent: (id: string) => void;
  onChange: (change: BoardSearch) => void;
  onGrab: (event: PointerEvent, task: MovableTask) => void;
  onOpen: (id: string) => void;
}) => {
  const { t } = useTranslation('board');
  const heading = useId();
  const { unplanned: tasks, list } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef(0);
  const items = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ITEM_PX,
    overscan: 8,
  });
  const before = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const ids = tasks.map(({ id }) => id);
    // The browser has already limited the position of the list itself to its new height.
    const position = { scrollTop: items.scrollOffset ?? 0, rowHeight: ITEM_PX };
    const scrollTop = scrollWithout(before.current, new Set(ids), position);
    before.current = ids;
    if (scrollTop !== position.scrollTop) items.scrollToOffset(scrollTop);
  }, [tasks, items]);
  const seen = items.getVirtualItems();
  const last = seen.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (last >= tasks.length - 20 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, tasks.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const place = Math.max(
    0,
    tasks.findIndex(({ id }) => id === current),
  );
  const select = (index: number, how: { shiftKey: boolean; isToggle: boolean }) => {
    const { id } = tasks[index]!;
    const range = tasks.slice(Math.min(anchor.current, index), Math.max(anchor.current, index) + 1);
    if (how.shiftKey) (how.isToggle ? addToSelection : selectTasks)(range.map((task) => task.id));
    else if (how.isToggle) toggleTask(id);
    else selectTasks([id]);
    if (!how.shiftKey) anchor.current = index;
    onCurrent(id);
  };
  const go = (index: number) => {
    const to = Math.min(Math.max(index, 0), tasks.length - 1);
    onCurrent(tasks[to]!.id);
    items.scrollToIndex(to);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus(),
    );
    return to;
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (tasks.length === 0) return;
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: tasks.length - 1 }[event.key];
    if (to !== undefined) {
      const at = go(to);
      if (event.shiftKey) select(at, { shiftKey: true, isToggle: false });
    } else if (event.key === ' ') select(place, { shiftKey: event.shiftKey, isToggle: true });
    else if (event.key === 'Enter') onOpen(tasks[place]!.id);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selectTasks(tasks.map(({ id }) => id));
    else if (event.key === 'Escape') selectTasks([]);
    else return;
    event.preventDefault();
  };
  const first = list.data?.pages[0];
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-labelledby={heading}
      data-target={isTarget || undefined}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <h2 id={heading} className={classes.heading}>
          {t('unplanned')}
        </h2>
        <Select
          size="xs"
          w={152}
          aria-label={t('sort')}
          allowDeselect={false}
          leftSection={<IconSortAscending size={14} aria-hidden />}
          value={search.sort ?? 'dueDate'}
          onChange={(value) => onChange({ sort: UNPLANNED_SORTS.find((one) => one === value) })}
          data={[
            { value: 'dueDate', label: t('sortDue') },
            ...UNPLANNED_SORTS.map((value) => ({ value, label: t(SORT_WORDS[value]) })),
          ]}
        />
      </Group>
      <SearchField
        label={t('unplannedFind')}
        value={search.find ?? ''}
        onSearch={(find) => onChange({ find: find || undefined })}
      />
      <Text size="xs" c="dimmed" role="status">
        {first && t('tasks', { count: first.count ?? tasks.length })}
      </Text>
      {first && tasks.length === 0 && (
        <EmptyState title={search.find ? t('noneFound') : t('nothingToPlan')}>
          {search.find ? '' : t('nothingToPlanHint')}
        </EmptyState>
      )}
      {isTarget && <div className={classes.invitation}>{t('dropHere')}</div>}
      <div
        ref={scroller}
        role="listbox"
        aria-multiselectable
        aria-label={t('unplanned')}
        aria-busy={list.isPending}
        tabIndex={tasks.length === 0 ? 0 : -1}
        className={classes.list}
        onKeyDown={handleKey}
      >
        <div style={{ height: items.getTotalSize() }} className={classes.surface} role="presentation">
          {seen.map(({ index, start }) => (
            <Item
              key={tasks[index]!.id}
              task={tasks[index]!}
              index={index}
              count={tasks.length}
              top={start}
              isSelected={selection.has(tasks[index]!.id)}
              isCurrent={index === place}
              onSelect={select}
              onGrab={onGrab}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
    </section>
  );
};

const Item = ({
  task,
  index,
  count,
  top,
  isSelected,
  isCurrent,
  onSelect,
  onGrab,
  onOpen,
}: {
  task: MovableTask;
  index: number;
  count: number;
  top: number;
  isSelected: boolean;
  isCurrent: boolean;
  onSelect: (index: number, how: { shiftKey: boolean; isToggle: boolean }) => void;
  onGrab: (event: PointerEvent, task: MovableTask) => void;
  onOpen: (id: string) => void;
}) => {
  const { t } = useTranslation('board');
  const language = currentLanguage();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for all of them
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
        onSelect(index, { shiftKey: event.shiftKey, isToggle: event.ctrlKey || event.metaKey })
      }
      onDoubleClick={() => onOpen(task.id)}
      onPointerDown={(event) => event.button === 0 && onGrab(event, task)}
    >
      <span className={classes.title}>{task.title}</span>
      <span className={classes.under}>
        <TaskMarks task={task} />
        <span>{formatDuration(task.minutes, language)}</span>
        {task.dueDate !== null && (
          <span data-late={task.isLate || undefined} className={classes.due}>
            {task.isLate
              ? `${t('late')}: ${formatDay(task.dueDate, language)}`
              : t('due', { at: formatDay(task.dueDate, language) })}
          </span>
        )}
        {task.itemTitle !== null && <span className={classes.place}>{task.itemTitle}</span>}
      </span>
    </div>
  );
};
