import { List } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import classes from './RejectedNote.module.css';

export const showRejectedNote = (title: string, reasons: readonly { id: string; text: string }[]) =>
  showNotification({
    color: 'orange',
    title,
    message: (
      // Focusable, so that users can scroll a long list by keyboard.
      <List size="sm" className={classes.reasons} tabIndex={0} aria-label={title}>
        {reasons.map(({ id, text }) => (
          <List.Item key={id}>{text}</List.Item>
        ))}
      </List>
    ),
    autoClose: false,
  });
