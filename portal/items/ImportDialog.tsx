import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemImportProgress } from '#contract/item-import.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { type ImportResult, importItems } from '#portal/api/items.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { CopyBlock } from '#portal/ui/CopyBlock.tsx';
import { CsvFileInput } from '#portal/ui/CsvFileInput.tsx';
import { ImportReport } from './ImportReport.tsx';

const EXAMPLE_CSV = `externalId,title,address,latitude,longitude,built
BR-001,Magere Brug,"Amstel 81, Amsterdam",52.3636,4.9024,1934`;

type Props = { contentTypeId: string; onClose: () => void };

export const ImportDialog = ({ isOpen, ...props }: Props & { isOpen: boolean }) => {
  const { t } = useTranslation('items');
  return (
    <Modal opened={isOpen} onClose={props.onClose} size="xl" title={t('importCsv')}>
      <ImportSteps {...props} />
    </Modal>
  );
};

const ImportSteps = ({ contentTypeId, onClose }: Props) => {
  const { t } = useTranslation('items');
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<ItemImportProgress>();
  const checkFile = useMutation({
    mutationFn: (selectedFile: File) =>
      importItems(contentTypeId, selectedFile, { isDryRun: true, onProgress: setProgress }),
  });
  const importFile = useAction({
    action: (selectedFile: File) =>
      importItems(contentTypeId, selectedFile, { isDryRun: false, onProgress: setProgress }),
    invalidates: [['items'], ['content-types']],
    isFailureShown: false,
  });
  const selectFile = (selectedFile: File | null) => {
    setFile(selectedFile);
    setProgress(undefined);
    importFile.reset();
    checkFile.reset();
    if (selectedFile) checkFile.mutate(selectedFile);
  };
  const isBusy = checkFile.isPending || importFile.isPending;
  const problem = importFile.error ?? checkFile.error;
  return (
    <Stack gap="md">
      <CsvFileInput
        label={t('selectFile')}
        description={t('selectFileHint')}
        clearButtonProps={{ 'aria-label': t('selectFile') }}
        value={file}
        onChange={selectFile}
      />
      {!file && <CopyBlock label={t('sample')} value={EXAMPLE_CSV} />}
      <Text role="status" size="sm" c="dimmed">
        {isBusy &&
          [t('checking'), progress && t('progress', { rows: progress.rows })].filter(Boolean).join(' ')}
      </Text>
      {problem && <ProblemNote problem={problem} />}
      {importFile.data ? (
        <>
          <ImportReport title={t('imported')} result={importFile.data} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('done')}</Button>
          </Group>
        </>
      ) : (
        checkFile.data && (
          <>
            <ImportReport title={t('preview')} result={checkFile.data} />
            <ImportButton
              result={checkFile.data}
              isBusy={importFile.isPending}
              onImport={() => file && importFile.mutate(file)}
            />
          </>
        )
      )}
    </Stack>
  );
};

type ButtonProps = { result: ImportResult; isBusy: boolean; onImport: () => void };

const ImportButton = ({ result: { summary }, isBusy, onImport }: ButtonProps) => {
  const { t } = useTranslation('items');
  const count = summary.created + summary.updated + summary.restored;
  if (count === 0) return <Text size="sm">{t('nothingToImport')}</Text>;
  return (
    <Group justify="flex-end">
      <Button loading={isBusy} onClick={onImport}>
        {t('importRows', { count })}
      </Button>
    </Group>
  );
};
