import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTracker } from './use-page-tracker.ts';

/** Use this only for actions that cannot be undone. */
export const ConfirmDialog = ({
  question,
  confirmLabel,
  dismissLabel,
  isDestructive = true,
  onConfirm,
  onClose,
}: {
  question: string;
  confirmLabel: string;
  dismissLabel?: string;
  /** If false, the button is not red, and Enter confirms. */
  isDestructive?: boolean;
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
    <Modal opened onClose={onClose} title={confirmLabel}>
      <Text>{question}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus={isDestructive || undefined}>
          {dismissLabel ?? t('cancel')}
        </Button>
        <Button
          {...(isDestructive && { color: 'red' })}
          data-autofocus={!isDestructive || undefined}
          loading={isBusy}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
};
