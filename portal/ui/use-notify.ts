import { showNotification } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';

/** Shows a short notification. */
export const useNotify = () => {
  const { t } = useTranslation('general');
  return (message: string) => showNotification({ message, closeButtonProps: { 'aria-label': t('close') } });
};
