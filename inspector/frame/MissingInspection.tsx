import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Frame } from './Frame.tsx';

/** The inspection of an old address has been removed from the device, or is on another one. */
export const MissingInspection = () => {
  const { t } = useTranslation('general');
  return (
    <Frame title={t('inspection')} isInside>
      <Text fw={650}>{t('inspectionNotFound')}</Text>
      <Text c="dimmed">{t('inspectionNotFoundHint')}</Text>
    </Frame>
  );
};
