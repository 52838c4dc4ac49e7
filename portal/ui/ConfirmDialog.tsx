import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTracker } from './use-page-tracker.ts';

/** Asks for confirmation before an action that cannot be undone. Actions that can be undone need none. */
export const ConfirmDialog = ({
  question,
  confirmLabel,
  dismissLabel,
  onConfirm,
  onClose,
}: {
  question: string;
  confirmLabel: string;
  /** Label of the button that closes the dialog; "Cancel" by default. */
  dismissLabel?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) => {
  const { t } = useTranslation('general');
  const [isBusy, setBusy] = useState(false);
  const trackPage = usePageTracker();
  const confirm = async () => {
    const isStillOnPage = trackPage();
    setBusy(true);
    await onConfirm();
    if (isStillOnPage()) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={confirmLabel} closeButtonProps={{ 'aria-label': t('close') }}>
      <Text>{question}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {dismissLabel ?? t('cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void confirm()}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
};
