import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveInstallDeclined, wasInstallDeclined } from '#inspector/session/preferences.ts';
import { install, useInstallState } from './install.ts';

const IS_APPLE = /iPhone|iPad/.test(navigator.userAgent);

/** How to install the app, if it is not installed. `canDecline`: the user can hide it. */
export const InstallHint = ({ canDecline = false }: { canDecline?: boolean }) => {
  const { t } = useTranslation('general');
  const installing = useInstallState();
  const [isDeclined, setDeclined] = useState(canDecline && wasInstallDeclined());
  if (installing === 'installed' || isDeclined) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('install')}>
      <Text fw={650}>{t('installTitle')}</Text>
      <Text size="sm">{t('installWhy')}</Text>
      {installing === 'manual' && (
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
        {canDecline && (
          <Button
            mih={44}
            variant="default"
            onClick={() => {
              saveInstallDeclined();
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
