import { Button, Group, Text } from '@mantine/core';
import { hideNotification, showNotification } from '@mantine/notifications';
import type { QueryKey } from '@tanstack/react-query';
import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNotify } from '#portal/ui/use-notify.ts';
import { useAction } from './use-action.ts';

let noteCount = 0;

/**
 * Creates something with a form and opens it in place of the form, so that Back does not return to the empty form. A user
 * who has left the form stays on the new page and gets a note with a link.
 */
export const useCreate = <Created, Input = void>({
  create,
  changes,
  message,
  destination,
  onClose,
}: {
  create: (input: Input) => Promise<Created>;
  /** The beginnings of keys of queries. */
  changes: readonly QueryKey[];
  message: (made: Created) => string;
  destination: (made: Created) => NavigateOptions;
  /** Closes the dialog of the form, also in the address; absent when the form is a page. */
  onClose?: () => Promise<void>;
}) => {
  const router = useRouter();
  const { t } = useTranslation('general');
  const notify = useNotify();
  const navigateTo = async (to: NavigateOptions) => {
    await onClose?.();
    await router.navigate({ ...to, replace: onClose === undefined });
  };
  const notifyWithLink = (text: string, to: NavigateOptions) => {
    const id = `made-${++noteCount}`;
    const open = () => {
      hideNotification(id);
      void router.navigate(to);
    };
    const message = (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        <Button flex="none" size="compact-sm" variant="light" onClick={open}>
          {t('open')}
        </Button>
      </Group>
    );
    showNotification({ id, message, autoClose: 10_000, closeButtonProps: { 'aria-label': t('close') } });
  };
  return useAction({
    action: create,
    changes,
    isFailureShown: false,
    onDone: (made, _, isStillOnPage) => {
      if (!isStillOnPage) {
        notifyWithLink(message(made), destination(made));
        return;
      }
      notify(message(made));
      void navigateTo(destination(made));
    },
  });
};
