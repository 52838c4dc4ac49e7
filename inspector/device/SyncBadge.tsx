import { useTranslation } from 'react-i18next';
import type { SyncStatus } from '#inspector/store/sync-status.ts';
import { Mark } from '#kit/Mark.tsx';

/** The sync status of an inspection. */
export const SyncBadge = ({ syncStatus }: { syncStatus: SyncStatus }) => {
  const { t } = useTranslation('general');
  switch (syncStatus.kind) {
    case 'synced':
      return <Mark tone="good">{t('onServer')}</Mark>;
    case 'unsent':
      return <Mark tone="warn">{t('onDevice')}</Mark>;
    case 'sending':
      return (
        <Mark tone="calm">
          {syncStatus.answers > 0 || syncStatus.pictures.of === 0
            ? t('sendingAnswers')
            : t('sendingPictures', syncStatus.pictures)}
        </Mark>
      );
    case 'error':
      return <Mark tone="bad">{t('needsAttention')}</Mark>;
  }
};
