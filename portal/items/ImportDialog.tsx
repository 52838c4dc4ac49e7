import { Button, FileInput, Group, Modal, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ItemImportProgress } from '#contract/item-import.ts';
import { type ImportResult, importItems } from '#portal/api/items.ts';
import { CopyBlock } from '#portal/frame/CopyBlock.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { ImportReport } from './ImportReport.tsx';
import { useItemsWords } from './words.ts';

const SAMPLE = `externalId,title,address,latitude,longitude,built
BR-001,Magere Brug,"Amstel 81, Amsterdam",52.3636,4.9024,1934`;

/** Brings items in from a file: first it says what would happen, then it does it. */
export const ImportDialog = ({
  contentTypeId,
  isOpen,
  onClose,
}: {
  contentTypeId: string;
  isOpen: boolean;
  onClose: () => void;
}) => {
  const t = useItemsWords();
  const frame = useFrameWords();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="xl"
      title={t('importCsv')}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      <ImportSteps contentTypeId={contentTypeId} onClose={onClose} />
    </Modal>
  );
};

const ImportSteps = ({ contentTypeId, onClose }: { contentTypeId: string; onClose: () => void }) => {
  const t = useItemsWords();
  const frame = useFrameWords();
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<ItemImportProgress>();
  const run = (isDryRun: boolean) => (chosen: File) =>
    importItems(contentTypeId, chosen, { isDryRun, onProgress: setProgress });
  const trying = useAct<File, ImportResult>({ act: run(true), changes: [], isFailureShown: false });
  const importing = useAct<File, ImportResult>({
    act: run(false),
    changes: [['items'], ['content-types']],
    isFailureShown: false,
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setProgress(undefined);
    importing.reset();
    trying.reset();
    if (chosen) trying.mutate(chosen);
  };
  const isBusy = trying.isPending || importing.isPending;
  const problem = importing.error ?? trying.error;
  return (
    <Stack gap="md">
      <FileInput
        data-autofocus
        label={t('chooseFile')}
        placeholder={frame('chooseFile')}
        leftSection={<IconUpload size={16} aria-hidden />}
        description={t('chooseFileHint')}
        accept=".csv,text/csv"
        clearable
        clearButtonProps={{ 'aria-label': t('chooseFile') }}
        value={file}
        onChange={choose}
      />
      {!file && <CopyBlock label={t('sample')} value={SAMPLE} />}
      <Text role="status" size="sm" c="dimmed">
        {isBusy &&
          [t('checking'), progress && t('progress', { rows: progress.rows })].filter(Boolean).join(' ')}
      </Text>
      {problem && <ProblemNote problem={problem} />}
      {importing.data ? (
        <>
          <ImportReport title={t('happened')} result={importing.data} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('done')}</Button>
          </Group>
        </>
      ) : (
        trying.data && (
          <>
            <ImportReport title={t('wouldHappen')} result={trying.data} />
            <ImportButton
              result={trying.data}
              isBusy={importing.isPending}
              onImport={() => file && importing.mutate(file)}
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
  const t = useItemsWords();
  const count = summary.created + summary.updated + summary.revived;
  if (count === 0) return <Text size="sm">{t('nothingToImport')}</Text>;
  return (
    <Group justify="flex-end">
      <Button loading={isBusy} onClick={onImport}>
        {t('importRows', { count })}
      </Button>
    </Group>
  );
};
