import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDevice, useStep } from '#inspector/frame/device.ts';
import { Frame } from '#inspector/frame/Frame.tsx';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { pullTask } from '#inspector/sync/pull.ts';
import { Unreachable } from '#inspector/sync/server.ts';
import { useTaskWords } from './words.ts';

/** A link or a code has led to a task that is not here: it is fetched, now or once there is a network. */
export const MissingTask = ({ taskId }: { taskId: string }) => {
  const t = useTaskWords();
  const { store, server } = useDevice();
  const { connection } = useStep();
  const navigate = useNavigate();
  const [state, setState] = useState<'looking' | 'away' | 'unknown'>('looking');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the network is back
  useEffect(() => {
    let isLeft = false;
    const tell = (outcome: typeof state) => !isLeft && setState(outcome);
    tell('looking');
    // Once it is here, the page shows it by itself.
    pullTask(store, server, taskId).then(
      () => tell('unknown'),
      (error) => tell(error instanceof Unreachable ? 'away' : 'unknown'),
    );
    return () => {
      isLeft = true;
    };
  }, [store, server, taskId, connection]);
  return (
    <Frame title={t('task')} isInside>
      {state === 'looking' && <Text role="status">{t('lookingForTask')}</Text>}
      {state !== 'looking' && (
        <Stack role="status" align="start">
          <Text fw={650}>{t('gone')}</Text>
          <Text>{t(state === 'away' ? 'goneAway' : 'goneHint')}</Text>
          <TouchButton variant="default" onClick={() => void navigate({ to: '/' })}>
            {t('toList')}
          </TouchButton>
        </Stack>
      )}
    </Frame>
  );
};
