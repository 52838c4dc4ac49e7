import { List } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import classes from './RefusedNote.module.css';
import { useFrameWords } from './words.ts';

/** Shows each refused task with its reason until the user closes the list. */
export const useRefusedNote = () => {
  const t = useFrameWords();
  return (title: string, reasons: readonly { id: string; text: string }[]) =>
    showNotification({
      color: 'orange',
      title,
      message: (
        // Hundreds may be refused at once: then they scroll, by the keyboard too.
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
