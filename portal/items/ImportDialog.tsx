import { Button, Group, Modal, Stack, Text } from '@mantine/core';
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

export const ImportDialog = ({
  contentTypeId,
  isOpen,
  onClose,
}: {
  contentTypeId: string;
  isOpen: boolean;
  onClose: () => void;
}) => {
  const { t } = useTranslation('items');
  return (
    <Modal opened={isOpen} onClose={onClose} size="xl" title={t('importCsv')}>
      <ImportSteps contentTypeId={contentTypeId} onClose={onClose} />
    </Modal>
  );
};

const ImportSteps = ({ contentTypeId, onClose }: { contentTypeId: string; onClose: () => void }) => {
  const { t } = useTranslation('items');
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<ItemImportProgress>();
  const createImportAction = (isDryRun: boolean) => (selected: File) =>
    importItems(contentTypeId, selected, { isDryRun, onProgress: setProgress });
  const checkFile = useAction<File, ImportResult>({
    action: createImportAction(true),
    invalidates: [],
    isFailureShown: false,
  });
  const importFile = useAction<File, ImportResult>({
    action: createImportAction(false),
    invalidates: [['items'], ['content-types']],
    isFailureShown: false,
  });
  const selectFile = (selected: File | null) => {
    setFile(selected);
    setProgress(undefined);
    importFile.reset();
    checkFile.reset();
    if (selected) checkFile.mutate(selected);
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

const ImportButton = ({
  result: { summary },
  isBusy,
  onImport,
}: {
  result: ImportResult;
  isBusy: boolean;
  onImport: () => void;
}) => {
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
