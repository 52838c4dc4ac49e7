import { Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice, useSyncState } from '#inspector/device/device.ts';
import { Page } from '#inspector/page/Page.tsx';
import { TouchLink } from '#inspector/page/TouchLink.tsx';
import { pullTask } from '#inspector/sync/pull.ts';
import { ServerUnreachableError } from '#inspector/sync/server-client.ts';

/** Shown for a link or code whose task is not on this device. Downloads the task as soon as there is a connection. */
export const MissingTask = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation('my-tasks');
  const { store, client } = useDevice();
  const { connection } = useSyncState();
  const [state, setState] = useState<'loading' | 'offline' | 'notFound'>('loading');
  // biome-ignore lint/correctness/useExhaustiveDependencies: retries when the connection is back
  useEffect(() => {
    let isUnmounted = false;
    const show = (newState: typeof state) => !isUnmounted && setState(newState);
    show('loading');
    // Once the task has been stored, TaskPage renders it instead of this component.
    pullTask(store, client, taskId).then(
      () => show('notFound'),
      (error) => show(error instanceof ServerUnreachableError ? 'offline' : 'notFound'),
    );
    return () => {
      isUnmounted = true;
    };
  }, [store, client, taskId, connection]);
  return (
    <Page title={t('task')} hasBackButton>
      {state === 'loading' && <Text role="status">{t('loadingTask')}</Text>}
      {state !== 'loading' && (
        <Stack role="status" align="start">
          <Text fw={650}>{t('missing')}</Text>
          <Text>{t(state === 'offline' ? 'missingOffline' : 'missingHint')}</Text>
          <TouchLink to="/" variant="default">
            {t('toList')}
          </TouchLink>
        </Stack>
      )}
    </Page>
  );
};
