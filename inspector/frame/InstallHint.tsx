import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { keepInstallDeclined, wasInstallDeclined } from '#inspector/session/preferences.ts';
import { install, useInstalling } from './install.ts';
import { useFrameWords } from './words.ts';

const IS_APPLE = /iPhone|iPad/.test(navigator.userAgent);

/** How the app is installed, where it is not. `mayDecline`: somebody may say that they do not want to hear of it here. */
export const InstallHint = ({ mayDecline = false }: { mayDecline?: boolean }) => {
  const t = useFrameWords();
  const installing = useInstalling();
  const [isDeclined, setDeclined] = useState(mayDecline && wasInstallDeclined());
  if (installing === 'installed' || isDeclined) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('install')}>
      <Text fw={650}>{t('installTitle')}</Text>
      <Text size="sm">{t('installWhy')}</Text>
      {installing === 'by hand' && (
        <Text size="sm" mt="xs">
          {t(IS_APPLE ? 'installOnApple' : 'installByMenu')}
        </Text>
      )}
      <Group mt="xs">
        {installing === 'offered' && (
          <Button mih={44} onClick={() => void install()}>
            {t('install')}
          </Button>
        )}
        {mayDecline && (
          <Button
            mih={44}
            variant="default"
            onClick={() => {
              keepInstallDeclined();
              setDeclined(true);
            }}
          >
            {t('notNow')}
          </Button>
        )}
      </Group>
    </Paper>
  );
};
