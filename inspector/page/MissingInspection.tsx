import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from './Page.tsx';

export const MissingInspection = () => {
  const { t } = useTranslation('general');
  return (
    <Page title={t('inspection')} hasBackButton>
      <Text fw={650}>{t('inspectionNotFound')}</Text>
      <Text c="dimmed">{t('inspectionNotFoundHint')}</Text>
    </Page>
  );
};
