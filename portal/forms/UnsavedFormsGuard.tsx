import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { confirmDiscard, shouldAskBeforeUnload, useIsAnyUnsaved, useQuestion } from './unsaved-forms.ts';

const shouldBlock = async ({
  current,
  next,
}: Record<'current' | 'next', { pathname: string; search: object }>) => {
  // A link to a heading on the same page.
  const isSamePage =
    current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search);
  return !isSamePage && !(await confirmDiscard());
};

/** Asks before the user leaves a form with unsaved input, in any way; every page has one. */
export const UnsavedFormsGuard = () => {
  const { t } = useTranslation('general');
  const isAnyUnsaved = useIsAnyUnsaved();
  const question = useQuestion();
  useBlocker({
    disabled: !isAnyUnsaved,
    shouldBlockFn: shouldBlock,
    enableBeforeUnload: shouldAskBeforeUnload,
  });
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => question?.answer(false)}
      title={t('discardQuestion')}
      closeButtonProps={{ 'aria-label': t('close') }}
      // Above the drawer or dialog with the form.
      zIndex={400}
    >
      <Text>{t('discardHint')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={() => question?.answer(false)}>
          {t('keepEditing')}
        </Button>
        <Button color="red" onClick={() => question?.answer(true)}>
          {t('discard')}
        </Button>
      </Group>
    </Modal>
  );
};
