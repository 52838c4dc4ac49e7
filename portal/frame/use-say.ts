import { showNotification } from '@mantine/notifications';
import { useFrameWords } from './words.ts';

/** Says shortly what was done. */
export const useSay = () => {
  const t = useFrameWords();
  return (message: string) => showNotification({ message, closeButtonProps: { 'aria-label': t('close') } });
};
