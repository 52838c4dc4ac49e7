import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState.tsx';
import { Page } from './Page.tsx';

export const NoPermission = ({ title }: { title: string }) => {
  const { t } = useTranslation('general');
  return (
    <Page title={title}>
      <EmptyState title={t('noPermission')}>{t('noPermissionHint')}</EmptyState>
    </Page>
  );
};
