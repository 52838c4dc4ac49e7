import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskView } from '#contract/task-view.ts';
import { formatIsoDate } from '#kit/days.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { readTasks } from '#portal/api/tasks.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { AssignDialog } from '#portal/planning/AssignDialog.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { clearSelection, useSelection } from '#portal/tasks/selection.ts';
import { DEFAULT_VIEWS, type TaskSearch } from '#portal/tasks/task-search.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './Map.module.css';

/** Caps the tasks per action, which first reads all of them. */
const MAX_TASKS = 1_000;

export const SelectionBar = ({ filters }: { filters: TaskSearch }) => {
  const { t } = useTranslation('map');
  const navigate = useNavigate();
  const canManage = useHasPermission('Tasks.Manage');
  const selection = useSelection();
  const [tasksToAssign, setTasksToAssign] = useState<readonly TaskView[]>();
  const readSelectedTasks = () => readTasks([...selection].slice(0, MAX_TASKS));
  const assign = useAction({
    action: readSelectedTasks,
    invalidates: [],
    onDoneOnPage: (tasks) => {
      const openTasks = tasks.filter(({ state }) => state === 'New' || state === 'Assigned');
      if (openTasks.length > 0) setTasksToAssign(openTasks);
      else showNotification({ message: t('noneToAssign') });
    },
  });
  const openBoard = useAction({
    action: readSelectedTasks,
    invalidates: [],
    // The board opens at the week of the first planned task.
    onDoneOnPage: (tasks) => {
      const [firstStart] = tasks.flatMap(({ plannedStart }) => plannedStart ?? []).sort();
      void navigate({ to: '/board', search: { date: firstStart && formatIsoDate(new Date(firstStart)) } });
    },
  });
  const { size } = selection;
  const isTooLarge = size > MAX_TASKS;
  useShortcut({
    keys: 'a',
    label: t('assign'),
    run: () => canManage && size > 0 && !isTooLarge && assign.mutate(),
  });
  if (size === 0) return null;
  // Without filters, the list would show its default view, which hides closed tasks.
  const search = Object.keys(filters).length > 0 ? filters : DEFAULT_VIEWS.viewAll;
  return (
    <>
      <Paper
        shadow="md"
        withBorder
        p="xs"
        role="toolbar"
        aria-label={t('selected', { count: size })}
        className={classes.bar}
        data-bottom-bar
      >
        <Group gap="xs" justify="center">
          <Text size="sm" fw={600} role="status">
            {t('selected', { count: size })}
          </Text>
          {canManage && (
            <>
              {isTooLarge ? (
                <DimmedText size="xs">{t('tooMany', { count: MAX_TASKS })}</DimmedText>
              ) : (
                <Button size="xs" loading={assign.isPending} onClick={() => assign.mutate()}>
                  {t('assign')}
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                loading={openBoard.isPending}
                onClick={() => openBoard.mutate()}
              >
                {t('openInBoard')}
              </Button>
            </>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => void navigate({ to: '/tasks', search: { ...search } as TaskSearch })}
          >
            {t('openInList')}
          </Button>
          <CloseButton aria-label={t('clearSelection')} onClick={clearSelection} />
        </Group>
      </Paper>
      {tasksToAssign && <AssignDialog tasks={tasksToAssign} onClose={() => setTasksToAssign(undefined)} />}
    </>
  );
};
