import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Frame } from './Frame.tsx';

/** The page for unknown addresses. */
export const UnknownAddress = () => {
  const { t } = useTranslation('general');
  return (
    <Frame title={t('pageNotFound')}>
      <Text>{t('pageNotFoundHint')}</Text>
      <Link to="/">{t('tasks')}</Link>
    </Frame>
  );
};
