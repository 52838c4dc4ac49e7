import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmDiscard, createOpenForms, FormScopeContext } from './unsaved-forms.ts';

/** A dialog with a form: closing it asks when the form has unsaved input. */
export const FormModal = ({ onClose, children, ...props }: ModalProps) => {
  const { forms, close } = useGuardedClose(onClose);
  const { t } = useTranslation('general');
  return (
    <Modal closeButtonProps={{ 'aria-label': t('close') }} {...props} onClose={close}>
      <FormScopeContext value={forms}>{children}</FormScopeContext>
    </Modal>
  );
};

/** The same as a drawer at the side of the page. */
export const FormDrawer = ({ onClose, children, ...props }: DrawerProps) => {
  const { forms, close } = useGuardedClose(onClose);
  const { t } = useTranslation('general');
  return (
    <Drawer closeButtonProps={{ 'aria-label': t('close') }} position="right" {...props} onClose={close}>
      <FormScopeContext value={forms}>{children}</FormScopeContext>
    </Drawer>
  );
};

const useGuardedClose = (onClose: () => void) => {
  const [forms] = useState(createOpenForms);
  const close = () => void confirmDiscard(forms).then((isLeft) => isLeft && onClose());
  return { forms, close };
};
