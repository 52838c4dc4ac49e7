import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { XlsformImport } from '#contract/xlsform.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { FormImport } from '#portal/workbooks/xlsform/FormImport.tsx';
import { useDesignerWords } from './words.ts';

type Props = { isOpen: boolean; onTake: (fields: readonly unknown[]) => void; onClose: () => void };

/** Puts the questions of a form in place of those of the draft. */
export const ImportDialog = ({ isOpen, onTake, onClose }: Props) => {
  const t = useDesignerWords();
  const frame = useFrameWords();
  const [form, setForm] = useState<XlsformImport | null>(null);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('importTitle')}
      size="xl"
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      <Stack>
        <Text size="sm">{t('importHint')}</Text>
        <FormImport onRead={setForm} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button
            disabled={!form?.definition}
            onClick={() => form?.definition && onTake(form.definition.fields)}
          >
            {t('take')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
