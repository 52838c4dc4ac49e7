import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { install, useInstallState } from './install.ts';

const DECLINED_KEY = 'ronda.inspector.install-declined';
const IS_APPLE = /iPhone|iPad/.test(navigator.userAgent);

/** Explains how to install the app. With `canDecline`, the user can hide the hint permanently. */
export const InstallHint = ({ canDecline = false }: { canDecline?: boolean }) => {
  const { t } = useTranslation('general');
  const installState = useInstallState();
  const [isDeclined, setDeclined] = useState(canDecline && localStorage.getItem(DECLINED_KEY) !== null);
  if (installState === 'installed' || isDeclined) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('install')}>
      <Text fw={650}>{t('installTitle')}</Text>
      <Text size="sm">{t('installWhy')}</Text>
      {installState === 'manual' && (
        <Text size="sm" mt="xs">
          {t(IS_APPLE ? 'installOnApple' : 'installByMenu')}
        </Text>
      )}
      <Group mt="xs">
        {installState === 'offered' && (
          <Button mih={44} onClick={() => void install()}>
            {t('install')}
          </Button>
        )}
        {canDecline && (
          <Button
            mih={44}
            variant="default"
            onClick={() => {
              localStorage.setItem(DECLINED_KEY, 'yes');
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
