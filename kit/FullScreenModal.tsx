import { Modal, type ModalProps } from '@mantine/core';

type FullScreenModalProps = Omit<ModalProps, 'opened'> & { isOpen?: boolean; closeLabel: string };

export const FullScreenModal = ({ isOpen = true, closeLabel, ...props }: FullScreenModalProps) => (
  <Modal
    opened={isOpen}
    fullScreen
    closeButtonProps={{ 'aria-label': closeLabel, size: 48, iconSize: 24 }}
    transitionProps={{ duration: 0 }}
    {...props}
  />
);
