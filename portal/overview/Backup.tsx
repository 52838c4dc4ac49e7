import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconDatabase } from '@tabler/icons-react';
import { timeAgo } from '#kit/time-ago.ts';
import { currentLanguage } from '#kit/words.ts';
import type { Overview } from '#portal/api/overview.ts';
import { useOverviewWords } from './words.ts';

/** How old the last good backup is, for administrators: a warning when that is too old, or the last one failed. */
export const Backup = ({ backup }: { backup: NonNullable<Overview['backup']> }) => {
  const t = useOverviewWords();
  const { lastGoodAt, failedAt, isLate } = backup;
  const age =
    lastGoodAt === null ? t('noBackup') : t('lastBackup', { ago: timeAgo(lastGoodAt, currentLanguage()) });
  if (failedAt !== null || isLate) {
    const title = failedAt === null ? t('backupLate') : t('backupFailed');
    return (
      <Alert color="red" mb="lg" role="status" title={title} icon={<IconAlertTriangle aria-hidden />}>
        {age} {failedAt !== null && t('backupHint')}
      </Alert>
    );
  }
  return (
    <Alert color="gray" mb="lg" role="status" icon={<IconDatabase aria-hidden />}>
      <Text size="sm">
        {age} {!backup.isScheduled && t('backupNotScheduled')}
      </Text>
    </Alert>
  );
};
