import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFrameWords } from './words.ts';

/** Asks before what cannot be undone, saying what will be lost. */
export const ConfirmDialog = ({
  isOpen,
  title,
  act,
  isBusy = false,
  onConfirm,
  onClose,
  children,
}: {
  isOpen: boolean;
  title: string;
  /** What the button says. */
  act: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) => {
  const t = useFrameWords();
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <Text size="sm">{children}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={onConfirm}>
          {act}
        </Button>
      </Group>
    </Modal>
  );
};
