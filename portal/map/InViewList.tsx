import { Text, Title } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskView } from '#contract/task-view.ts';
import { formatDay } from '#kit/date-time-format.ts';
import { IconSquare, IconSquareCheckFilled } from '#kit/icons/icons.ts';
import type { TaskQuery } from '#portal/api/task-query.ts';
import { listTasks } from '#portal/api/tasks.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { toggleTask, useSelection } from '#portal/tasks/selection.ts';
import { TaskStateBadge } from '#portal/tasks/TaskStateBadge.tsx';
import { useVirtualRows } from '#portal/tasks/use-virtual-rows.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { TaskHighlights } from '#task-fields/TaskHighlights.tsx';
import classes from './Map.module.css';

const ROW_PX = 56;

type Props = { query: TaskQuery; openTaskIds: readonly string[]; onOpen: (task: TaskView) => void };

/** An accessible alternative to the map. */
export const InViewList = ({ query, openTaskIds, onOpen }: Props) => {
  const { t } = useTranslation('map');
  const selection = useSelection();
  const [lastFocusedIndex, setLastFocusedIndex] = useState(0);
  const { query: tasksQuery, rows: tasks = [] } = usePages({
    queryKey: ['tasks', query],
    readPage: (after) => listTasks(query, after),
    selectRows: (page) => page.tasks,
    isLive: true,
  });
  const firstPage = tasksQuery.data?.pages[0];
  const rows = useVirtualRows(tasksQuery, { count: tasks.length, rowPx: ROW_PX, overscan: 8 });
  // The list may have become shorter since the row was focused.
  const focusedIndex = Math.min(lastFocusedIndex, Math.max(0, tasks.length - 1));

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === ' ') toggleTask(tasks[focusedIndex]!.id);
    else if (event.key === 'Enter') onOpen(tasks[focusedIndex]!);
    else {
      const index = rows.moveFocus(event.key, focusedIndex);
      if (index === undefined) return;
      setLastFocusedIndex(index);
    }
    event.preventDefault();
  };
  const handleClick = (event: MouseEvent, task: TaskView, index: number) => {
    setLastFocusedIndex(index);
    if ((event.target as Element).closest('[data-checkbox]')) toggleTask(task.id);
    else onOpen(task);
  };
  return (
    <section className={classes.listSide} aria-label={t('inView')}>
      <div className={classes.listHead}>
        <Title order={2} size="h5">
          {t('inView')}
        </Title>
        <Text size="xs" c="dimmed" role="status">
          {firstPage &&
            t(firstPage.isCountCapped ? 'inViewCapped' : 'inViewCount', { count: firstPage.count ?? 0 })}
        </Text>
      </div>
      <QueryProblem query={tasksQuery} />
      {firstPage && tasks.length === 0 && <DimmedText p="md">{t('noneInView')}</DimmedText>}
      <div ref={rows.scroller} className={classes.list}>
        {tasks.length > 0 && (
          <div
            role="listbox"
            tabIndex={-1}
            aria-multiselectable
            aria-label={t('inView')}
            className={classes.rows}
            style={{ height: rows.totalHeight }}
            onKeyDown={handleKey}
          >
            {rows.visibleRows.map(({ index, start }) => {
              const task = tasks[index]!;
              return (
                <Row
                  key={task.id}
                  task={task}
                  isSelected={selection.has(task.id)}
                  isOpen={openTaskIds.includes(task.id)}
                  index={index}
                  count={tasks.length}
                  top={start}
                  isFocused={index === focusedIndex}
                  onClick={(event) => handleClick(event, task, index)}
                />
              );
            })}
          </div>
        )}
      </div>
    </section>
  );
};

type RowProps = {
  task: TaskView;
  isSelected: boolean;
  isOpen: boolean;
  index: number;
  count: number;
  top: number;
  /** Whether the Tab key moves the focus to this row. */
  isFocused: boolean;
  onClick: (event: MouseEvent) => void;
};

const Row = ({ task, isSelected, isOpen, index, count, top, isFocused, onClick }: RowProps) => {
  const { t } = useTranslation('map');
  const CheckboxIcon = isSelected ? IconSquareCheckFilled : IconSquare;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
    <div
      role="option"
      tabIndex={isFocused ? 0 : -1}
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      data-open={isOpen}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
    >
      <span className={classes.checkbox} data-checkbox>
        <CheckboxIcon size={18} aria-hidden />
      </span>
      <span>
        <span className={classes.title}>{task.title}</span>
        <span className={classes.facts}>
          <span className={classes.dueDate}>{task.dueDate ? formatDay(task.dueDate) : t('noDue')}</span>
          <TaskStateBadge state={task.state} isLate={task.isLate} />
          <TaskHighlights task={task} />
        </span>
      </span>
    </div>
  );
};
