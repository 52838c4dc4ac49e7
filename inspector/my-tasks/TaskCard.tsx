import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import { SyncBadge } from '#inspector/device/SyncBadge.tsx';
import { readStoredValue, saveStoredValue } from '#inspector/store/stored-values.ts';
import type { SyncStatus } from '#inspector/store/sync-status.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDateTime, formatDay, formatTime } from '#kit/date-time-format.ts';
import { formatIsoDate, startOfDay } from '#kit/days.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { TouchButton } from '#kit/TouchButton.tsx';
import { TaskHighlights } from '#task-fields/TaskHighlights.tsx';
import { formatDistance } from './distance.ts';
import type { ListedTask } from './group-tasks.ts';
import { StartButton } from './StartButton.tsx';
import classes from './TaskCard.module.css';
import { TaskChangeNote } from './TaskChangeNote.tsx';

type Props = {
  listedTask: ListedTask;
  syncStatus: SyncStatus | undefined;
  /** Required in a partially rendered list. */
  position?: { number: number; total: number };
};

export const TaskCard = memo(({ listedTask, syncStatus, position }: Props) => {
  const { t } = useTranslation('my-tasks');
  const { task } = listedTask.task.work;
  const [item] = task.items;
  return (
    <article className={classes.card} aria-posinset={position?.number} aria-setsize={position?.total}>
      <div className={classes.text}>
        <Link to="/tasks/$taskId" params={{ taskId: task.id }} className={classes.title}>
          {task.title}
        </Link>
        {item && (
          <Text size="sm" c="dimmed">
            {t('items', { count: task.items.length, title: item.title, others: task.items.length - 1 })}
            {item.address && ` · ${item.address}`}
          </Text>
        )}
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            <TaskTimes listedTask={listedTask} />
          </Text>
          <TaskHighlights task={task} />
          {isReturned(listedTask) && <StatusBadge tone="calm">{t('returned')}</StatusBadge>}
          {syncStatus && <SyncBadge syncStatus={syncStatus} />}
        </Group>
      </div>
      <StartButton listedTask={listedTask} />
      {listedTask.taskChange && (
        <div className={classes.taskChange}>
          <TaskChangeNote taskChange={listedTask.taskChange} />
          <GotItButton listedTask={listedTask} />
        </div>
      )}
    </article>
  );
});

/** Whether a reviewer returned the inspection and it has not been completed since. */
const isReturned = ({ inspection }: ListedTask) => {
  const serverState = inspection?.serverState;
  return (
    inspection?.completedAt === null &&
    serverState?.returns.some(({ completion }) => completion === serverState.completion) === true
  );
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isBeforeToday = (instant: string, now: number) =>
  Date.parse(instant) < startOfDay(formatIsoDate(new Date(now))).getTime();

const TaskTimes = ({ listedTask }: { listedTask: ListedTask }) => {
  const { t } = useTranslation('my-tasks');
  const { store } = useDevice();
  const { plannedStart, dueDate, externalId } = listedTask.task.work.task;
  const language = currentLanguage();
  // Under a day heading, only the time is shown.
  const hasDayHeading =
    listedTask.metres === undefined && plannedStart && !isBeforeToday(plannedStart, store.now());
  const times = [
    listedTask.metres !== undefined && formatDistance(listedTask.metres, language),
    plannedStart && (hasDayHeading ? formatTime : formatDateTime)(plannedStart, language),
    dueDate && t('due', { day: formatDay(dueDate, language) }),
  ].filter(Boolean);
  // Hides the generated IDs of follow-up tasks, which mean nothing to people.
  const hasId = !UUID.test(externalId);
  return (
    <>
      {times.join(' · ')}
      {hasId && times.length > 0 && ' · '}
      {hasId && <span className={classes.id}>{externalId}</span>}
    </>
  );
};

/** Moves a changed task to the completed tasks. Hidden until all answers have been sent. */
const GotItButton = ({ listedTask: { inspection, taskChange, isDismissed } }: { listedTask: ListedTask }) => {
  const { t } = useTranslation('my-tasks');
  const { store } = useDevice();
  if (isDismissed || taskChange?.kind === 'restarted' || taskChange?.answerStatus === 'unsent') return null;
  const dismiss = async () => {
    const dismissedIds = (await readStoredValue(store, 'dismissedTaskChanges')) ?? [];
    await saveStoredValue(store, 'dismissedTaskChanges', [...dismissedIds, inspection!.id]);
  };
  return (
    <TouchButton className={classes.action!} variant="subtle" onClick={() => void dismiss()}>
      {t('gotIt')}
    </TouchButton>
  );
};
