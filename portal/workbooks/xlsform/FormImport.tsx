import { Button, FileButton, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { XlsformImport } from '#contract/xlsform.ts';
import { IconFileSpreadsheet } from '#kit/icons/icons.ts';
import { importXlsform } from '#portal/api/workbooks.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './FormImport.module.css';
import { ImportReport } from './ImportReport.tsx';

export const FormImport = ({ onImport }: { onImport: (form: XlsformImport | null) => void }) => {
  const { t } = useTranslation('xlsform');
  const [fileName, setFileName] = useState('');
  const [isDraggedOver, setDraggedOver] = useState(false);
  const importForm = useMutation({
    mutationFn: importXlsform,
    onSuccess: onImport,
    onError: () => onImport(null),
  });
  const importFile = (file: File | null | undefined) => {
    if (!file) return;
    setFileName(file.name);
    onImport(null);
    importForm.mutate(file);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    importFile(event.dataTransfer.files[0]);
  };
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard users can use the button instead */}
      <div
        className={classes.drop}
        data-over={isDraggedOver}
        onDragOver={(event) => {
          event.preventDefault();
          setDraggedOver(true);
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={handleDrop}
      >
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        <div>
          <Text size="sm" fw={600}>
            {t('drop')}
          </Text>
          <DimmedText size="xs">{t('dropHint')}</DimmedText>
        </div>
        <FileButton accept=".xlsx" onChange={importFile} inputProps={{ 'aria-label': t('selectFile') }}>
          {(props) => (
            <Button variant="default" ml="auto" {...props}>
              {t('selectFile')}
            </Button>
          )}
        </FileButton>
      </div>
      {importForm.isPending && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">{t('reading', { name: fileName })}</Text>
        </Group>
      )}
      {importForm.error && <ProblemNote problem={importForm.error} />}
      {importForm.data && <ImportReport form={importForm.data} fileName={fileName} />}
    </Stack>
  );
};
