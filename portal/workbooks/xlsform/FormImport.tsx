import { Button, FileButton, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { XlsformImport } from '#contract/xlsform.ts';
import { IconFileSpreadsheet } from '#kit/icons/icons.ts';
import { importXlsform } from '#portal/api/workbooks.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import classes from './FormImport.module.css';
import { ImportReport } from './ImportReport.tsx';

/** Reads an XLSForm and lists the rows that cannot be imported unchanged. */
export const FormImport = ({ onRead }: { onRead: (form: XlsformImport | null) => void }) => {
  const { t } = useTranslation('xlsform');
  const [name, setName] = useState('');
  const [isOver, setOver] = useState(false);
  const reading = useMutation({ mutationFn: importXlsform, onSuccess: onRead, onError: () => onRead(null) });
  const read = (file: File | null | undefined) => {
    if (!file) return;
    setName(file.name);
    onRead(null);
    reading.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    read(event.dataTransfer.files[0]);
  };
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same */}
      <div
        className={classes.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        <div>
          <Text size="sm" fw={600}>
            {t('drop')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('dropHint')}
          </Text>
        </div>
        <FileButton accept=".xlsx" onChange={read} inputProps={{ 'aria-label': t('selectFile') }}>
          {(props) => (
            <Button variant="default" ml="auto" {...props}>
              {t('selectFile')}
            </Button>
          )}
        </FileButton>
      </div>
      {reading.isPending && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">{t('reading', { name })}</Text>
        </Group>
      )}
      {reading.error && <ProblemNote problem={reading.error} />}
      {reading.data && <ImportReport form={reading.data} fileName={name} />}
    </Stack>
  );
};
