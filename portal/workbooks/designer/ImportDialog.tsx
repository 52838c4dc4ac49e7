import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { XlsformImport } from '#contract/xlsform.ts';
import { FormImport } from '#portal/workbooks/xlsform/FormImport.tsx';

type Props = { isOpen: boolean; onImport: (fields: readonly unknown[]) => void; onClose: () => void };

export const ImportDialog = ({ isOpen, onImport, onClose }: Props) => {
  const { t } = useTranslation('designer');
  const { t: tGeneral } = useTranslation('general');
  const [importedForm, setImportedForm] = useState<XlsformImport | null>(null);
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('importTitle')} size="xl">
      <Stack>
        <Text size="sm">{t('importHint')}</Text>
        <FormImport onImport={setImportedForm} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {tGeneral('cancel')}
          </Button>
          <Button
            disabled={!importedForm?.definition}
            onClick={() => importedForm?.definition && onImport(importedForm.definition.fields)}
          >
            {t('importNow')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
