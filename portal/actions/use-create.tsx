import { hideNotification, showNotification } from '@mantine/notifications';
import type { QueryKey } from '@tanstack/react-query';
import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MessageWithButton } from '#portal/ui/MessageWithButton.tsx';
import { useAction } from './use-action.ts';

let notificationCount = 0;

/** The new object's page replaces a form page in the history so that Back does not return to the form. */
export const useCreate = <CreatedObject, Input = void>({
  create,
  invalidates,
  message,
  destination,
  onClose,
}: {
  create: (input: Input) => Promise<CreatedObject>;
  invalidates: readonly QueryKey[];
  message: (createdObject: CreatedObject) => string;
  destination: (createdObject: CreatedObject) => NavigateOptions;
  /** Closes the form's dialog and removes it from the URL. Absent if the form is a separate page. */
  onClose?: () => Promise<void>;
}) => {
  const router = useRouter();
  const { t } = useTranslation('general');
  const navigateTo = async (to: NavigateOptions) => {
    await onClose?.();
    await router.navigate({ ...to, replace: onClose === undefined });
  };
  const notifyWithLink = (label: string, to: NavigateOptions) => {
    const id = `created-${++notificationCount}`;
    const open = () => {
      hideNotification(id);
      void router.navigate(to);
    };
    const content = <MessageWithButton message={label} label={t('open')} onClick={open} />;
    showNotification({ id, message: content, autoClose: 10_000 });
  };
  return useAction({
    action: create,
    invalidates,
    isFailureShown: false,
    onDone: (createdObject, _, isStillOnPage) => {
      if (!isStillOnPage) return notifyWithLink(message(createdObject), destination(createdObject));
      showNotification({ message: message(createdObject) });
      void navigateTo(destination(createdObject));
    },
  });
};
