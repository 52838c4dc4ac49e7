import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskView } from '#contract/task-view.ts';
import { formatDay, formatTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import { type ColumnName, findPropertyValue, parsePropertyColumn, type TaskColumn } from './columns.ts';
import { TaskStateBadge } from './TaskStateBadge.tsx';
import classes from './TaskTable.module.css';

export const TaskRow = memo(
  ({
    task,
    index,
    columns,
    gridTemplate,
    top,
    isPhone,
    isSelected,
    onSelect,
  }: {
    task: TaskView;
    index: number;
    columns: readonly TaskColumn[];
    gridTemplate: string;
    top: number;
    isPhone: boolean;
    isSelected: boolean;
    onSelect: (index: number, isRange: boolean) => void;
  }) => {
    const { t } = useTranslation('tasks');
    const select = (event: MouseEvent) => onSelect(index, event.shiftKey);
    return (
      <div
        role="row"
        tabIndex={0}
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        data-index={index}
        data-selected={isSelected}
        className={classes.row}
        style={{ gridTemplateColumns: gridTemplate, transform: `translateY(${top}px)` }}
      >
        <div role="cell">
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={t('selectTask', { title: task.title })}
            checked={isSelected}
            onChange={() => {}}
            onClick={select}
          />
        </div>
        {columns.map(({ name }) => (
          <div role="cell" key={name} className={classes.cell}>
            {parsePropertyColumn(name) === undefined ? (
              <Cell task={task} name={name as ColumnName} isPhone={isPhone} />
            ) : (
              formatProperty(task, parsePropertyColumn(name)!)
            )}
          </div>
        ))}
      </div>
    );
  },
);

const formatProperty = (task: TaskView, property: string) => String(findPropertyValue(task, property) ?? '');

const Cell = ({ task, name, isPhone }: { task: TaskView; name: ColumnName; isPhone: boolean }) => {
  const { t } = useTranslation('tasks');
  const { t: tCauses } = useTranslation('late-causes');
  const fieldLabels = useTaskFieldLabels();
  switch (name) {
    case 'title':
      return (
        <>
          <Link to="/tasks/$taskId" params={{ taskId: task.id }} className={classes.title} tabIndex={-1}>
            {task.title}
          </Link>
          {isPhone ? (
            <>
              <span className={classes.secondary}>
                {task.assignee ? formatFullName(task.assignee) : t('unassigned')}
              </span>
              <span className={classes.phoneState}>
                <TaskStateBadge state={task.state} isLate={task.isLate} isCompact />
              </span>
            </>
          ) : (
            <span className={classes.secondary}>{task.externalId}</span>
          )}
        </>
      );
    case 'state':
      return <TaskStateBadge state={task.state} isLate={task.isLate} isCompact />;
    case 'assignee':
      return task.assignee ? formatFullName(task.assignee) : <SecondaryText>{t('unassigned')}</SecondaryText>;
    case 'dueDate':
      return (
        task.dueDate && (
          <>
            <span className={task.isLate ? classes.overdue : undefined}>{formatDay(task.dueDate)}</span>
            {task.lateCause && <span className={classes.secondary}>{tCauses(task.lateCause)}</span>}
          </>
        )
      );
    case 'plannedStart':
      return task.plannedStart ? (
        <DayAndTime time={task.plannedStart} />
      ) : (
        <SecondaryText>{t('notPlanned')}</SecondaryText>
      );
    case 'team':
      return task.team.title;
    case 'workbook':
      return task.workbook.title;
    case 'place':
      return task.items[0]?.title;
    case 'createdAt':
    case 'modifiedAt':
      return <DayAndTime time={task[name]} />;
    default:
      return fieldLabels.formatValue(name, task[name]);
  }
};

const DayAndTime = ({ time }: { time: string }) => (
  <>
    {formatDay(time)}
    <span className={classes.secondary}>{formatTime(time)}</span>
  </>
);

const SecondaryText = ({ children }: { children: string }) => (
  <span className={classes.secondary}>{children}</span>
);
