import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import type { TaskState } from '#contract/task.ts';
import type { TaskView } from '#contract/task-view.ts';
import { AskDialog } from '#portal/frame/AskDialog.tsx';
import { AssignDialog } from '#portal/frame/AssignDialog.tsx';
import { clearSelection, selectTasks, useSelection } from '#portal/frame/selection.ts';
import { useShortcut } from '#portal/frame/shortcuts.tsx';
import classes from './BulkBar.module.css';
import { PlanDialog } from './PlanDialog.tsx';
import { useTaskActs } from './use-task-acts.ts';
import { useTaskWords } from './words.ts';

type Dialog = 'assign' | 'plan' | 'cancel' | 'delete';

/** What can be done with the chosen tasks; each act says for how many of them it is. */
export const BulkBar = ({ tasks }: { tasks: readonly TaskView[] }) => {
  const t = useTaskWords();
  const selection = useSelection();
  const acts = useTaskActs();
  const [dialog, setDialog] = useState<Dialog>();
  const chosen = tasks.filter(({ id }) => selection.has(id));
  const inState = (...states: TaskState[]) => chosen.filter(({ state }) => states.includes(state));
  const [open, plannable] = [inState('New', 'Assigned'), inState('New', 'Assigned', 'Active')];
  const [running, canceled, deletable] = [inState('Active'), inState('Canceled'), inState('New', 'Assigned')];
  const close = () => setDialog(undefined);

  useShortcut({ keys: 'a', label: t('assign'), run: () => open.length > 0 && setDialog('assign') });
  useShortcut({ keys: 'p', label: t('plan'), run: () => plannable.length > 0 && setDialog('plan') });
  useShortcut({ keys: 'mod+a', label: t('selectAll'), run: () => selectTasks(tasks.map(({ id }) => id)) });
  useShortcut({ keys: 'Escape', label: t('clearSelection'), run: clearSelection });

  const button = (label: string, meant: readonly TaskView[], run: () => void, color?: string) =>
    meant.length > 0 && (
      <Button size="xs" variant={color ? 'light' : 'filled'} {...(color && { color })} onClick={run}>
        {meant.length === chosen.length ? label : `${label} (${meant.length})`}
      </Button>
    );
  return (
    <>
      {chosen.length > 0 && (
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
              {t('selected', { count: chosen.length })}
            </Text>
            {button(t('assign'), open, () => setDialog('assign'))}
            {button(t('plan'), plannable, () => setDialog('plan'))}
            {button(t('restartTasks'), canceled, () => void acts.restart(canceled))}
            {button(t('cancelTasks'), running, () => setDialog('cancel'), 'red')}
            {button(t('deleteTasks'), deletable, () => setDialog('delete'), 'red')}
            <CloseButton aria-label={t('clearSelection')} onClick={clearSelection} />
          </Group>
        </Paper>
      )}
      {dialog === 'assign' && <AssignDialog tasks={open} onClose={close} />}
      {dialog === 'plan' && <PlanDialog tasks={plannable} onClose={close} />}
      {dialog === 'cancel' && (
        <AskDialog
          question={t('cancelAsk', { count: running.length })}
          answer={t('cancelTasks')}
          onYes={() => acts.cancel(running)}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <AskDialog
          question={t('deleteAsk', { count: deletable.length })}
          answer={t('deleteTasks')}
          onYes={() => acts.remove(deletable)}
          onClose={close}
        />
      )}
    </>
  );
};
