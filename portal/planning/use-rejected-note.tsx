import { List } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import classes from './RejectedNote.module.css';

/** Shows each rejected task with its reason until the user closes the list. */
export const useRejectedNote = () => {
  const { t } = useTranslation('general');
  return (title: string, reasons: readonly { id: string; text: string }[]) =>
    showNotification({
      color: 'orange',
      title,
      message: (
        // Hundreds may be rejected at once: then they scroll, by the keyboard too.
        <List size="sm" className={classes.reasons} tabIndex={0} aria-label={title}>
          {reasons.map(({ id, text }) => (
            <List.Item key={id}>{text}</List.Item>
          ))}
        </List>
      ),
      autoClose: false,
      closeButtonProps: { 'aria-label': t('close') },
    });
};
