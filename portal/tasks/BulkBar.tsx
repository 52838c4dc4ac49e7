import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskState } from '#contract/task.ts';
import type { TaskView } from '#contract/task-view.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { AssignDialog } from '#portal/planning/AssignDialog.tsx';
import { PlanDialog } from '#portal/planning/PlanDialog.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import classes from './BulkBar.module.css';
import { clearSelection, selectTasks, useSelection } from './selection.ts';
import { useTaskActions } from './use-task-actions.ts';

type Dialog = 'assign' | 'plan' | 'cancel' | 'delete';

/** The actions for the selected tasks. A button shows a number when its action applies to only some of them. */
export const BulkBar = ({ tasks }: { tasks: readonly TaskView[] }) => {
  const { t } = useTranslation('tasks');
  const selection = useSelection();
  const actions = useTaskActions();
  const [dialog, setDialog] = useState<Dialog>();
  const selected = tasks.filter(({ id }) => selection.has(id));
  const inState = (...states: TaskState[]) => selected.filter(({ state }) => states.includes(state));
  const [open, plannable] = [inState('New', 'Assigned'), inState('New', 'Assigned', 'Active')];
  const [running, canceled, deletable] = [inState('Active'), inState('Canceled'), inState('New', 'Assigned')];
  const close = () => setDialog(undefined);

  useShortcut({ keys: 'a', label: t('assign'), run: () => open.length > 0 && setDialog('assign') });
  useShortcut({ keys: 'p', label: t('plan'), run: () => plannable.length > 0 && setDialog('plan') });
  useShortcut({ keys: 'mod+a', label: t('selectAll'), run: () => selectTasks(tasks.map(({ id }) => id)) });
  useShortcut({ keys: 'Escape', label: t('clearSelection'), run: clearSelection });

  const button = (label: string, nearest: readonly TaskView[], run: () => void, color?: string) =>
    nearest.length > 0 && (
      <Button size="xs" variant={color ? 'light' : 'filled'} {...(color && { color })} onClick={run}>
        {nearest.length === selected.length ? label : `${label} (${nearest.length})`}
      </Button>
    );
  return (
    <>
      {selected.length > 0 && (
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
              {t('selected', { count: selected.length })}
            </Text>
            {button(t('assign'), open, () => setDialog('assign'))}
            {button(t('plan'), plannable, () => setDialog('plan'))}
            {button(t('restartTasks'), canceled, () => void actions.restart(canceled))}
            {button(t('cancelTasks', { count: running.length }), running, () => setDialog('cancel'), 'red')}
            {button(t('deleteTasks'), deletable, () => setDialog('delete'), 'red')}
            <CloseButton aria-label={t('clearSelection')} onClick={clearSelection} />
          </Group>
        </Paper>
      )}
      {dialog === 'assign' && <AssignDialog tasks={open} onClose={close} />}
      {dialog === 'plan' && <PlanDialog tasks={plannable} onClose={close} />}
      {dialog === 'cancel' && (
        <ConfirmDialog
          question={t('cancelAsk', { count: running.length })}
          confirmLabel={t('cancelTasks', { count: running.length })}
          dismissLabel={t('keepTasks', { count: running.length })}
          onConfirm={() => actions.cancel(running)}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          question={t('deleteAsk', { count: deletable.length })}
          confirmLabel={t('deleteTasks')}
          onConfirm={() => actions.remove(deletable)}
          onClose={close}
        />
      )}
    </>
  );
};
