import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskState } from '#contract/task.ts';
import type { TaskView } from '#contract/task-view.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import classes from './BulkBar.module.css';
import { clearSelection, selectTasks, useSelection } from './selection.ts';
import { type TaskDialog, TaskDialogs } from './TaskDialogs.tsx';
import { useTaskActions } from './use-task-actions.ts';

export const BulkBar = ({ tasks }: { tasks: readonly TaskView[] }) => {
  const { t } = useTranslation('tasks');
  const selection = useSelection();
  const actions = useTaskActions();
  const [dialog, setDialog] = useState<TaskDialog>();
  const selectedTasks = tasks.filter(({ id }) => selection.has(id));
  const filterByState = (...states: TaskState[]) =>
    selectedTasks.filter(({ state }) => states.includes(state));
  const openTasks = filterByState('New', 'Assigned');
  const tasksByAction = {
    assign: openTasks,
    plan: filterByState('New', 'Assigned', 'Active'),
    restart: filterByState('Canceled'),
    cancel: filterByState('Active'),
    delete: openTasks,
  };

  const openDialog = (name: TaskDialog) => tasksByAction[name].length > 0 && setDialog(name);
  useShortcut({ keys: 'a', label: t('assign'), run: () => openDialog('assign') });
  useShortcut({ keys: 'p', label: t('plan'), run: () => openDialog('plan') });
  useShortcut({ keys: 'mod+a', label: t('selectAll'), run: () => selectTasks(tasks.map(({ id }) => id)) });
  useShortcut({ keys: 'Escape', label: t('clearSelection'), run: clearSelection });

  const renderButton = (
    action: keyof typeof tasksByAction,
    label: string,
    onClick: () => void,
    color?: string,
  ) => {
    const { length: count } = tasksByAction[action];
    return (
      count > 0 && (
        <Button size="xs" variant={color ? 'light' : 'filled'} {...(color && { color })} onClick={onClick}>
          {count === selectedTasks.length ? label : `${label} (${count})`}
        </Button>
      )
    );
  };
  const cancelLabel = t('cancelTasks', { count: tasksByAction.cancel.length });
  return (
    <>
      {selectedTasks.length > 0 && (
        <Paper
          shadow="md"
          withBorder
          role="toolbar"
          aria-label={t('tasks')}
          className={classes.bar}
          data-bottom-bar
        >
          <Group gap="sm">
            <Text size="sm" fw={600} role="status">
              {t('selected', { count: selectedTasks.length })}
            </Text>
            {renderButton('assign', t('assign'), () => setDialog('assign'))}
            {renderButton('plan', t('plan'), () => setDialog('plan'))}
            {renderButton('restart', t('restartTasks'), () => void actions.restart(tasksByAction.restart))}
            {renderButton('cancel', cancelLabel, () => setDialog('cancel'), 'red')}
            {renderButton('delete', t('deleteTasks'), () => setDialog('delete'), 'red')}
            <CloseButton aria-label={t('clearSelection')} onClick={clearSelection} />
          </Group>
        </Paper>
      )}
      {dialog && (
        <TaskDialogs dialog={dialog} tasks={tasksByAction[dialog]} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
};
