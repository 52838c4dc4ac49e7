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

/** The actions for the selected tasks. A button shows a number if its action applies only to some of them. */
export const BulkBar = ({ tasks }: { tasks: readonly TaskView[] }) => {
  const { t } = useTranslation('tasks');
  const selection = useSelection();
  const actions = useTaskActions();
  const [dialog, setDialog] = useState<Dialog>();
  const selected = tasks.filter(({ id }) => selection.has(id));
  const inState = (...states: TaskState[]) => selected.filter(({ state }) => states.includes(state));
  const open = inState('New', 'Assigned');
  const active = inState('Active');
  const plannable = inState('New', 'Assigned', 'Active');
  const canceled = inState('Canceled');
  const close = () => setDialog(undefined);

  useShortcut({ keys: 'a', label: t('assign'), run: () => open.length > 0 && setDialog('assign') });
  useShortcut({ keys: 'p', label: t('plan'), run: () => plannable.length > 0 && setDialog('plan') });
  useShortcut({ keys: 'mod+a', label: t('selectAll'), run: () => selectTasks(tasks.map(({ id }) => id)) });
  useShortcut({ keys: 'Escape', label: t('clearSelection'), run: clearSelection });

  const button = (label: string, applicable: readonly TaskView[], onClick: () => void, color?: string) =>
    applicable.length > 0 && (
      <Button size="xs" variant={color ? 'light' : 'filled'} {...(color && { color })} onClick={onClick}>
        {applicable.length === selected.length ? label : `${label} (${applicable.length})`}
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
            {button(t('cancelTasks', { count: active.length }), active, () => setDialog('cancel'), 'red')}
            {button(t('deleteTasks'), open, () => setDialog('delete'), 'red')}
            <CloseButton aria-label={t('clearSelection')} onClick={clearSelection} />
          </Group>
        </Paper>
      )}
      {dialog === 'assign' && <AssignDialog tasks={open} onClose={close} />}
      {dialog === 'plan' && <PlanDialog tasks={plannable} onClose={close} />}
      {dialog === 'cancel' && (
        <ConfirmDialog
          question={t('cancelAsk', { count: active.length })}
          confirmLabel={t('cancelTasks', { count: active.length })}
          dismissLabel={t('keepTasks', { count: active.length })}
          onConfirm={() => actions.cancel(active)}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          question={t('deleteAsk', { count: open.length })}
          confirmLabel={t('deleteTasks')}
          onConfirm={() => actions.remove(open)}
          onClose={close}
        />
      )}
    </>
  );
};
