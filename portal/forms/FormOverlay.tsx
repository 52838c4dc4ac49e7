import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';
import { confirmDiscard, createOpenFormGroup, FormScopeContext } from './unsaved-forms.ts';

/** A dialog that asks for confirmation before discarding unsaved input. */
export const FormModal = ({ onClose, children, ...props }: ModalProps) => {
  const { forms, close } = useGuardedClose(onClose);
  return (
    <Modal {...props} onClose={close}>
      <FormScopeContext value={forms}>{children}</FormScopeContext>
    </Modal>
  );
};

export const FormDrawer = ({ onClose, children, ...props }: DrawerProps) => {
  const { forms, close } = useGuardedClose(onClose);
  return (
    <Drawer position="right" {...props} onClose={close}>
      <FormScopeContext value={forms}>{children}</FormScopeContext>
    </Drawer>
  );
};

const useGuardedClose = (onClose: () => void) => {
  const [forms] = useState(createOpenFormGroup);
  const close = () => void confirmDiscard(forms).then((isConfirmed) => isConfirmed && onClose());
  return { forms, close };
};
