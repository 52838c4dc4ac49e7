import { Text, Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskView } from '#contract/task-view.ts';
import { formatDay } from '#kit/date-time-format.ts';
import { IconSquare, IconSquareCheckFilled } from '#kit/icons/icons.ts';
import { currentLanguage } from '#kit/language.ts';
import type { TaskQuery } from '#portal/api/task-query.ts';
import { listTasks } from '#portal/api/tasks.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { toggleTask, useSelection } from '#portal/tasks/selection.ts';
import { TaskStateBadge } from '#portal/tasks/TaskStateBadge.tsx';
import { TaskMarks } from '#task-fields/TaskMarks.tsx';
import classes from './Map.module.css';

const ROW_PX = 56;
/** The next page is loaded this many rows before the end. */
const AHEAD = 20;

/**
 * The tasks in view as a list, also for keyboard and screen reader users: arrow keys move, Space selects, Enter shows the
 * task on the map.
 */
export const InViewList = ({
  query,
  openTasks,
  onOpen,
}: {
  query: TaskQuery;
  openTasks: readonly string[];
  onOpen: (task: TaskView) => void;
}) => {
  const { t } = useTranslation('map');
  const selection = useSelection();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const found = useInfiniteQuery({
    queryKey: ['tasks', query],
    queryFn: ({ pageParam }) => listTasks(query, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { isLive: true },
  });
  const first = found.data?.pages[0];
  const tasks = found.data?.pages.flatMap((page) => page.tasks) ?? [];
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const shown = rows.getVirtualItems();
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= tasks.length - AHEAD;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const reached = Math.min(current, Math.max(0, tasks.length - 1));
  const focusRow = (index: number): boolean => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    row?.focus();
    return row != null;
  };
  const press = (event: KeyboardEvent) => {
    const to = { ArrowDown: reached + 1, ArrowUp: reached - 1, Home: 0, End: tasks.length - 1 }[event.key];
    if (event.key === ' ') toggleTask(tasks[reached]!.id);
    else if (event.key === 'Enter') onOpen(tasks[reached]!);
    else if (to === undefined || to < 0 || to >= tasks.length) return;
    else {
      setCurrent(to);
      rows.scrollToIndex(to);
      // Adjacent rows are already rendered; the first or last row only after scrolling.
      if (!focusRow(to)) requestAnimationFrame(() => focusRow(to));
    }
    event.preventDefault();
  };
  const click = (event: MouseEvent, task: TaskView, index: number) => {
    setCurrent(index);
    if ((event.target as Element).closest('[data-tick]')) toggleTask(task.id);
    else onOpen(task);
  };
  const count = first?.count ?? 0;
  return (
    <section className={classes.listSide} aria-label={t('inView')}>
      <div className={classes.listHead}>
        <Title order={2} size="h5">
          {t('inView')}
        </Title>
        <Text size="xs" c="dimmed" role="status">
          {first && t(first.isCountCapped ? 'inViewCapped' : 'inViewCount', { count })}
        </Text>
      </div>
      {found.isError && <ProblemNote problem={found.error} onRetry={() => void found.refetch()} />}
      {first && tasks.length === 0 && (
        <Text size="sm" c="dimmed" p="md">
          {t('noneInView')}
        </Text>
      )}
      <div ref={scroller} className={classes.list}>
        {tasks.length > 0 && (
          <div
            role="listbox"
            tabIndex={-1}
            aria-multiselectable
            aria-label={t('inView')}
            className={classes.rows}
            style={{ height: rows.getTotalSize() }}
            onKeyDown={press}
          >
            {shown.map(({ index, start }) => {
              const task = tasks[index]!;
              return (
                <Row
                  key={task.id}
                  task={task}
                  isSelected={selection.has(task.id)}
                  isOpen={openTasks.includes(task.id)}
                  place={{ index, count: tasks.length, top: start, isCurrent: index === reached }}
                  onClick={(event) => click(event, task, index)}
                />
              );
            })}
          </div>
        )}
      </div>
    </section>
  );
};

const Row = ({
  task,
  isSelected,
  isOpen,
  place: { index, count, top, isCurrent },
  onClick,
}: {
  task: TaskView;
  isSelected: boolean;
  isOpen: boolean;
  place: { index: number; count: number; top: number; isCurrent: boolean };
  onClick: (event: MouseEvent) => void;
}) => {
  const { t } = useTranslation('map');
  const Tick = isSelected ? IconSquareCheckFilled : IconSquare;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
    <div
      role="option"
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      data-open={isOpen}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
    >
      <span className={classes.tick} data-tick>
        <Tick size={18} aria-hidden />
      </span>
      <span>
        <span className={classes.title}>{task.title}</span>
        <span className={classes.facts}>
          <span className={classes.under}>
            {task.dueDate ? formatDay(task.dueDate, currentLanguage()) : t('noDue')}
          </span>
          <TaskStateBadge state={task.state} isLate={task.isLate} />
          <TaskMarks task={task} />
        </span>
      </span>
    </div>
  );
};
