import { Checkbox, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskView } from '#contract/task-view.ts';
import { IconArrowDown, IconArrowUp } from '#kit/icons/icons.ts';
import { useIsPhone } from '#portal/ui/use-is-phone.ts';
import {
  type ColumnName,
  columnsShown,
  PHONE_COLUMNS,
  propertyOfColumn,
  type TaskColumn,
} from './columns.ts';
import { selectTasks, toggleTask, useSelection } from './selection.ts';
import { TaskRow } from './TaskRow.tsx';
import classes from './TaskTable.module.css';
import type { TaskSearch } from './task-search.ts';
import { useColumnLabel } from './use-column-label.ts';

const ROW_PX = 44;
const PHONE_ROW_PX = 78;

/**
 * A table that renders only visible rows, so that 10,000 tasks scroll as smoothly as ten. Arrow keys move between rows,
 * Space selects, Shift selects a range.
 */
export const TaskTable = ({
  tasks,
  columnNames,
  sort,
  onSort,
  onOpen,
  onEnd,
}: {
  tasks: readonly TaskView[];
  columnNames: readonly string[];
  sort: TaskSearch['sort'];
  onSort: (sort: TaskSearch['sort']) => void;
  onOpen: (id: string) => void;
  onEnd: () => void;
}) => {
  const { t } = useTranslation('tasks');
  const label = useColumnLabel();
  const selection = useSelection();
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef(0);
  const isPhone = useIsPhone();
  const columns: readonly TaskColumn[] = isPhone ? PHONE_COLUMNS : columnsShown(columnNames);
  const labelOf = (name: TaskColumn['name']) => propertyOfColumn(name) ?? label(name as ColumnName);
  const rowPx = isPhone ? PHONE_ROW_PX : ROW_PX;
  const template = `2.25rem ${columns.map(({ width }) => width).join(' ')}`;
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (last >= tasks.length - 20) end.current();
  }, [last, tasks.length]);

  const select = (index: number, isRange: boolean) => {
    const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
    if (isRange) selectTasks([...selection, ...tasks.slice(from, to + 1).map(({ id }) => id)]);
    else toggleTask(tasks[index]!.id);
    if (!isRange) anchor.current = index;
  };
  const focusRow = (index: number): boolean => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    row?.focus();
    return row != null;
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (!row || event.target !== row) return;
    const index = Number(row.dataset.index);
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: tasks.length - 1 }[event.key];
    if (event.key === ' ') select(index, event.shiftKey);
    else if (event.key === 'Enter') onOpen(tasks[index]!.id);
    else if (to === undefined || to < 0 || to >= tasks.length) return;
    else {
      rows.scrollToIndex(to);
      // Adjacent rows are already rendered; the first or last row only after scrolling.
      if (!focusRow(to)) requestAnimationFrame(() => focusRow(to));
    }
    event.preventDefault();
  };

  const areAllChosen = tasks.length > 0 && tasks.every(({ id }) => selection.has(id));
  return (
    <div
      role="table"
      aria-label={t('tasks')}
      aria-rowcount={tasks.length + 1}
      className={classes.table}
      data-phone={isPhone || undefined}
      ref={scroller}
      onKeyDown={move}
    >
      <div role="row" aria-rowindex={1} className={classes.head} style={{ gridTemplateColumns: template }}>
        <div role="columnheader">
          <Checkbox
            size="xs"
            aria-label={t('selectAll')}
            checked={areAllChosen}
            indeterminate={!areAllChosen && tasks.some(({ id }) => selection.has(id))}
            onChange={() => selectTasks(areAllChosen ? [] : tasks.map(({ id }) => id))}
          />
        </div>
        {columns.map(({ name, sort: by }) => (
          <HeadCell key={name} label={labelOf(name)} by={by} sort={sort} onSort={onSort} />
        ))}
      </div>
      <div style={{ height: rows.getTotalSize() }} className={classes.body} role="rowgroup">
        {shown.map(({ index, start }) => (
          <TaskRow
            key={tasks[index]!.id}
            task={tasks[index]!}
            index={index}
            columns={columns}
            template={template}
            top={start}
            isPhone={isPhone}
            isSelected={selection.has(tasks[index]!.id)}
            onSelect={select}
          />
        ))}
      </div>
    </div>
  );
};

const HeadCell = ({
  label,
  by,
  sort,
  onSort,
}: {
  label: string;
  by: string | null;
  sort: TaskSearch['sort'];
  onSort: (sort: TaskSearch['sort']) => void;
}) => {
  const { t } = useTranslation('tasks');
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined;
  if (by === null) return <div role="columnheader">{label}</div>;
  const next = (direction === 'ascending' ? `-${by}` : by) as TaskSearch['sort'];
  return (
    <div role="columnheader" aria-sort={direction ?? 'none'}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort(direction === 'descending' ? undefined : next)}
        aria-label={direction ? `${label}, ${t(direction)}` : label}
      >
        {label}
        {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
        {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
      </UnstyledButton>
    </div>
  );
};
