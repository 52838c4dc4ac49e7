import { Group, Paper, Stack, Text } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice, useSyncState } from '#inspector/device/device.ts';
import { LowStorage } from '#inspector/device/LowStorage.tsx';
import { SyncBadge } from '#inspector/device/SyncBadge.tsx';
import { useSyncStatuses } from '#inspector/device/use-sync-statuses.ts';
import { InstallHint } from '#inspector/installation/InstallHint.tsx';
import { TaskChangeNote } from '#inspector/my-tasks/TaskChangeNote.tsx';
import { Page } from '#inspector/page/Page.tsx';
import { TouchLink } from '#inspector/page/TouchLink.tsx';
import type { LocalInspection } from '#inspector/store/local-data.ts';
import { retryNow } from '#inspector/store/outbox.ts';
import { readStorageSpace } from '#inspector/store/storage-space.ts';
import { readStoredValue } from '#inspector/store/stored-values.ts';
import type { SyncStatus } from '#inspector/store/sync-status.ts';
import { detectTaskChange } from '#inspector/store/task-change.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { DiscardButton } from './DiscardButton.tsx';

export const SyncStatusScreen = () => {
  const { t } = useTranslation('status');
  const { store, synchronizer } = useDevice();
  const syncStatuses = useSyncStatuses();
  const inspections = useLiveQuery(async () => store.database.inspections.toArray(), [store]);
  const unsentInspections = inspections?.filter(({ id }) => syncStatuses?.has(id)) ?? [];
  return (
    <Page title={t('title')}>
      <Stack gap="md">
        <ConnectionStatus />
        {unsentInspections.length === 0 && syncStatuses && <Text fw={650}>{t('allSent')}</Text>}
        {unsentInspections.map((inspection) => {
          const syncStatus = syncStatuses!.get(inspection.id)!;
          return (
            <Paper key={inspection.id} withBorder p="md" component="article">
              <Group justify="space-between">
                <Text fw={650}>{inspection.title}</Text>
                <SyncBadge syncStatus={syncStatus} />
              </Group>
              <SyncDetails syncStatus={syncStatus} />
              <InspectionTaskChange inspection={inspection} />
              <Group mt="xs">
                {syncStatus.kind === 'error' && (
                  <TouchButton
                    size="md"
                    onClick={() => void retryNow(store, inspection.id).then(synchronizer.syncNow)}
                  >
                    {t('tryAgain')}
                  </TouchButton>
                )}
                <TouchLink
                  size="md"
                  variant="default"
                  to="/inspections/$inspectionId"
                  params={{ inspectionId: inspection.id }}
                >
                  {t('open')}
                </TouchLink>
                {syncStatus.kind === 'error' && syncStatus.error.status === 404 && (
                  <DiscardButton inspection={inspection} />
                )}
              </Group>
            </Paper>
          );
        })}
        <TouchButton size="md" variant="default" onClick={synchronizer.syncNow}>
          {t('sendNow')}
        </TouchButton>
        <LowStorage refreshKey={unsentInspections.length} />
        <PersistenceNote />
        <InstallHint />
      </Stack>
    </Page>
  );
};

const ConnectionStatus = () => {
  const { t } = useTranslation('status');
  const { store, owner } = useDevice();
  const { connection } = useSyncState();
  const syncedAt = useLiveQuery(() => readStoredValue(store, 'syncedAt'), [store]);
  // The page's header already shows that the device is offline or that the server is busy.
  if (connection === 'offline' || connection === 'busy') return null;
  const time = syncedAt ? formatDateTime(syncedAt, currentLanguage()) : '–';
  return (
    <Text role="status">
      {connection === 'online' && t('online', { time })}
      {connection === 'connecting' && t('connecting')}
      {(connection === 'signedOut' || connection === 'eraseRequired') && t('signedOut', { name: owner.name })}
    </Text>
  );
};

const SyncDetails = ({ syncStatus }: { syncStatus: SyncStatus }) => {
  const { t } = useTranslation('status');
  switch (syncStatus.kind) {
    case 'unsent':
      return (
        <Text size="sm" c="dimmed">
          {[
            syncStatus.answerCount > 0 && t('answers', { count: syncStatus.answerCount }),
            syncStatus.pictureCount > 0 && t('pictures', { count: syncStatus.pictureCount }),
          ]
            .filter(Boolean)
            .join(', ')}
        </Text>
      );
    case 'error':
      return (
        <Stack gap={2}>
          <Text size="sm">{syncStatus.error.message}</Text>
          {syncStatus.error.fields.map(({ field, message }) => (
            <Text key={field} size="sm" c="dimmed">
              {message}
            </Text>
          ))}
        </Stack>
      );
    default:
      return null;
  }
};

const InspectionTaskChange = ({ inspection }: { inspection: LocalInspection }) => {
  const { store, owner } = useDevice();
  const { taskId } = inspection;
  const task = useLiveQuery(async () => taskId && store.database.tasks.get(taskId), [store, taskId]);
  const taskChange = task && detectTaskChange(task, inspection, { userId: owner.id, hasUnsentChanges: true });
  return taskChange ? <TaskChangeNote taskChange={taskChange} /> : null;
};

const PersistenceNote = () => {
  const { t } = useTranslation('status');
  const [isPersistent, setPersistent] = useState(true);
  useEffect(() => void readStorageSpace().then((space) => setPersistent(space.isPersistent)), []);
  return isPersistent ? null : (
    <Text size="sm" c="dimmed">
      {t('notPersistent')}
    </Text>
  );
};
