import { useTranslation } from 'react-i18next';
import type { SyncStatus } from '#inspector/store/sync-status.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';

export const SyncBadge = ({ syncStatus }: { syncStatus: SyncStatus }) => {
  const { t } = useTranslation('general');
  switch (syncStatus.kind) {
    case 'synced':
      return <StatusBadge tone="good">{t('onServer')}</StatusBadge>;
    case 'unsent':
      return <StatusBadge tone="warn">{t('onDevice')}</StatusBadge>;
    case 'sending':
      return (
        <StatusBadge tone="calm">
          {syncStatus.answerCount > 0 || syncStatus.pictureProgress.total === 0
            ? t('sendingAnswers')
            : t('sendingPictures', syncStatus.pictureProgress)}
        </StatusBadge>
      );
    case 'error':
      return <StatusBadge tone="bad">{t('needsAttention')}</StatusBadge>;
  }
};
