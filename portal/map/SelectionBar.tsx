import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { TaskView } from '#contract/task-view.ts';
import { dayText } from '#kit/days.ts';
import { readTasks } from '#portal/api/tasks.ts';
import { AssignDialog } from '#portal/frame/AssignDialog.tsx';
import { clearSelection, useSelection } from '#portal/frame/selection.ts';
import { useShortcut } from '#portal/frame/shortcuts.tsx';
import { type TaskSearch, USUAL_VIEWS } from '#portal/frame/task-search.ts';
import { useAct } from '#portal/frame/use-act.ts';
import { useSay } from '#portal/frame/use-say.ts';
import { useMay } from '#portal/session/me.ts';
import classes from './Map.module.css';
import { useMapWords } from './words.ts';

/** Tasks that are acted on from here at once: each must be read first. */
const MOST_AT_ONCE = 1_000;

/** How many tasks are chosen, what can be done with them, and the ways to where more can: they stay chosen there. */
export const SelectionBar = ({ filters }: { filters: TaskSearch }) => {
  const t = useMapWords();
  const navigate = useNavigate();
  const say = useSay();
  const mayManage = useMay('Tasks.Manage');
  const selection = useSelection();
  const [toAssign, setToAssign] = useState<readonly TaskView[]>();
  const readChosen = () => readTasks([...selection].slice(0, MOST_AT_ONCE));
  const assign = useAct({
    act: readChosen,
    changes: [],
    onDone: (tasks, _, isStillHere) => {
      if (!isStillHere) return;
      const open = tasks.filter(({ state }) => state === 'New' || state === 'Assigned');
      if (open.length > 0) setToAssign(open);
      else say(t('noneToAssign'));
    },
  });
  const openBoard = useAct({
    act: readChosen,
    changes: [],
    // What is planned is looked for where the first of it is, in a week; without any, beside the board.
    onDone: (tasks, _, isStillHere) => {
      if (!isStillHere) return;
      const [first] = tasks.flatMap(({ plannedStart }) => plannedStart ?? []).sort();
      void navigate({ to: '/board', search: { date: first && dayText(new Date(first)) } });
    },
  });
  const { size } = selection;
  const isTooMuch = size > MOST_AT_ONCE;
  useShortcut({
    keys: 'a',
    label: t('assign'),
    run: () => mayManage && size > 0 && !isTooMuch && assign.mutate(),
  });
  if (size === 0) return null;
  // The list takes an address without anything for a wish to see what is open: that would hide some.
  const search = Object.keys(filters).length > 0 ? filters : USUAL_VIEWS.viewAll;
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
          {mayManage && (
            <>
              {isTooMuch ? (
                <Text size="xs" c="dimmed">
                  {t('tooMany', { count: MOST_AT_ONCE })}
                </Text>
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
      {toAssign && <AssignDialog tasks={toAssign} onClose={() => setToAssign(undefined)} />}
    </>
  );
};
