import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from './Page.tsx';

export const NotFound = () => {
  const { t } = useTranslation('general');
  return (
    <Page title={t('pageNotFound')}>
      <Text>{t('pageNotFoundHint')}</Text>
      <Link to="/">{t('tasks')}</Link>
    </Page>
  );
};
