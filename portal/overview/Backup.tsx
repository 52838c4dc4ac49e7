import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle, IconDatabase } from '#kit/icons/icons.ts';
import { formatTimeAgo } from '#kit/time-ago.ts';
import type { Overview } from '#portal/api/overview.ts';

export const Backup = ({ backup }: { backup: NonNullable<Overview['backup']> }) => {
  const { t } = useTranslation('overview');
  const { lastSucceededAt, failedAt, isLate } = backup;
  const ageText =
    lastSucceededAt === null ? t('noBackup') : t('lastBackup', { ago: formatTimeAgo(lastSucceededAt) });
  if (failedAt !== null || isLate) {
    const title = failedAt === null ? t('backupLate') : t('backupFailed');
    return (
      <Alert color="red" mb="lg" role="status" title={title} icon={<IconAlertTriangle aria-hidden />}>
        {ageText} {failedAt !== null && t('backupHint')}
      </Alert>
    );
  }
  return (
    <Alert color="gray" mb="lg" role="status" icon={<IconDatabase aria-hidden />}>
      <Text size="sm">
        {ageText} {!backup.isScheduled && t('backupNotScheduled')}
      </Text>
    </Alert>
  );
};
