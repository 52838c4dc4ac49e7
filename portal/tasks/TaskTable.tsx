import { Checkbox, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskView } from '#contract/task-view.ts';
import { IconArrowDown, IconArrowUp } from '#kit/icons/icons.ts';
import { useIsPhone } from '#portal/ui/use-is-phone.ts';
import {
  type ColumnName,
  PHONE_COLUMNS,
  parsePropertyColumn,
  selectColumns,
  type TaskColumn,
} from './columns.ts';
import { selectTasks, toggleTask, useSelection } from './selection.ts';
import { TaskRow } from './TaskRow.tsx';
import classes from './TaskTable.module.css';
import type { TaskSearch } from './task-search.ts';
import { useColumnLabel } from './use-column-label.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

const ROW_PX = 44;
const PHONE_ROW_PX = 100;

type Props = {
  tasks: readonly TaskView[];
  query: Parameters<typeof useVirtualRows>[0];
  columnNames: readonly string[];
  sort: TaskSearch['sort'];
  onSort: (sort: TaskSearch['sort']) => void;
  onOpen: (id: string) => void;
};

export const TaskTable = ({ tasks, query, columnNames, sort, onSort, onOpen }: Props) => {
  const { t } = useTranslation('tasks');
  const formatColumnName = useColumnLabel();
  const selection = useSelection();
  const rangeStart = useRef(0);
  const isPhone = useIsPhone();
  const columns: readonly TaskColumn[] = isPhone ? PHONE_COLUMNS : selectColumns(columnNames);
  const formatLabel = (name: TaskColumn['name']) =>
    parsePropertyColumn(name) ?? formatColumnName(name as ColumnName);
  const gridTemplate = `2.25rem ${columns.map(({ width }) => width).join(' ')}`;
  const rows = useVirtualRows(query, {
    count: tasks.length,
    rowPx: isPhone ? PHONE_ROW_PX : ROW_PX,
    overscan: 12,
  });

  const select = (index: number, isRange: boolean) => {
    const [from, to] = [Math.min(rangeStart.current, index), Math.max(rangeStart.current, index)];
    if (isRange) selectTasks([...selection, ...tasks.slice(from, to + 1).map(({ id }) => id)]);
    else toggleTask(tasks[index]!.id);
    if (!isRange) rangeStart.current = index;
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (!row || event.target !== row) return;
    const index = Number(row.dataset.index);
    if (event.key === ' ') select(index, event.shiftKey);
    else if (event.key === 'Enter') onOpen(tasks[index]!.id);
    else if (rows.moveFocus(event.key, index) === undefined) return;
    event.preventDefault();
  };

  const areAllSelected = tasks.length > 0 && tasks.every(({ id }) => selection.has(id));
  return (
    <div
      role="table"
      aria-label={t('tasks')}
      aria-rowcount={tasks.length + 1}
      className={classes.table}
      data-phone={isPhone || undefined}
      ref={rows.scroller}
      onKeyDown={handleKey}
    >
      <div
        role="row"
        aria-rowindex={1}
        className={classes.head}
        style={{ gridTemplateColumns: gridTemplate }}
      >
        <div role="columnheader">
          <Checkbox
            size="xs"
            aria-label={t('selectAll')}
            checked={areAllSelected}
            indeterminate={!areAllSelected && tasks.some(({ id }) => selection.has(id))}
            onChange={() => selectTasks(areAllSelected ? [] : tasks.map(({ id }) => id))}
          />
        </div>
        {columns.map(({ name, sort: sortKey }) => (
          <HeaderCell key={name} label={formatLabel(name)} sortKey={sortKey} sort={sort} onSort={onSort} />
        ))}
      </div>
      <div style={{ height: rows.totalHeight }} className={classes.body} role="rowgroup">
        {rows.visibleRows.map(({ index, start }) => (
          <TaskRow
            key={tasks[index]!.id}
            task={tasks[index]!}
            index={index}
            columns={columns}
            gridTemplate={gridTemplate}
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

type HeaderCellProps = {
  label: string;
  /** null if the list cannot be sorted by this column. */
  sortKey: string | null;
  sort: TaskSearch['sort'];
  onSort: (sort: TaskSearch['sort']) => void;
};

const HeaderCell = ({ label, sortKey, sort, onSort }: HeaderCellProps) => {
  const { t } = useTranslation('tasks');
  const direction = sort === sortKey ? 'ascending' : sort === `-${sortKey}` ? 'descending' : undefined;
  if (sortKey === null) return <div role="columnheader">{label}</div>;
  const nextSort = (direction === 'ascending' ? `-${sortKey}` : sortKey) as TaskSearch['sort'];
  return (
    <div role="columnheader" aria-sort={direction ?? 'none'}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort(direction === 'descending' ? undefined : nextSort)}
        aria-label={direction ? `${label}, ${t(direction)}` : label}
      >
        {label}
        {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
        {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
      </UnstyledButton>
    </div>
  );
};
