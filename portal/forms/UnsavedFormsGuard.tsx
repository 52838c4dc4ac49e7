import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  confirmDiscard,
  shouldPromptBeforeUnload,
  useDiscardPrompt,
  useHasUnsavedForms,
} from './unsaved-forms.ts';

const shouldBlock = async ({
  current,
  next,
}: Record<'current' | 'next', { pathname: string; search: object }>) => {
  // Following a link to a heading on the same page loses nothing.
  const isSamePage =
    current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search);
  return !isSamePage && !(await confirmDiscard());
};

export const UnsavedFormsGuard = () => {
  const { t } = useTranslation('general');
  const hasUnsavedForms = useHasUnsavedForms();
  const prompt = useDiscardPrompt();
  useBlocker({
    disabled: !hasUnsavedForms,
    shouldBlockFn: shouldBlock,
    enableBeforeUnload: shouldPromptBeforeUnload,
  });
  return (
    <Modal
      opened={prompt !== undefined}
      onClose={() => prompt?.close(false)}
      title={t('discardQuestion')}
      // Above the dialog or drawer that contains the form.
      zIndex={400}
    >
      <Text>{t('discardHint')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={() => prompt?.close(false)}>
          {t('keepEditing')}
        </Button>
        <Button color="red" onClick={() => prompt?.close(true)}>
          {t('discard')}
        </Button>
      </Group>
    </Modal>
  );
};
