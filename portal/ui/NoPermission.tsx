import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState.tsx';
import { Page } from './Page.tsx';

/** Takes the place of a form that the user may not submit. */
export const NoPermission = ({ title }: { title: string }) => {
  const { t } = useTranslation('general');
  return (
    <Page title={title}>
      <EmptyState title={t('noPermission')}>{t('noPermissionHint')}</EmptyState>
    </Page>
  );
};
