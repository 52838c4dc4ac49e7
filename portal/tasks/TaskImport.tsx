import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTransient } from '#portal/api/api-problem.ts';
import { importTasks } from '#portal/api/tasks.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { CopyBlock } from '#portal/ui/CopyBlock.tsx';
import { CsvFileInput } from '#portal/ui/CsvFileInput.tsx';
import { NoPermission } from '#portal/ui/NoPermission.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';
import { ImportOutcome } from './ImportOutcome.tsx';

const SAMPLE = `externalId,title,teamName,workbookName,assignedUserName,dueDate,Height
WO-2001,Inspect the railing,Bridges,BridgeInspection,anna,2026-12-01T16:00:00Z,3.2
WO-2002,Inspect the lock,Bridges,BridgeInspection,,2026-12-08T16:00:00Z,`;

export const TaskImport = () => {
  const { t } = useTranslation('task-import');
  return useHasPermission('Tasks.Manage') ? <ImportTasksForm /> : <NoPermission title={t('importTasks')} />;
};

const ImportTasksForm = () => {
  const { t } = useTranslation('task-import');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const dryRun = useMutation({ mutationFn: (csvFile: File) => importTasks(csvFile, { isDryRun: true }) });
  const importFile = useMutation({
    mutationFn: (csvFile: File) => importTasks(csvFile, { isDryRun: false }),
    onMutate: usePageTracker(),
    onSuccess: async ({ isSaved, created, edited }, _, isStillOnPage) => {
      if (!isSaved) return;
      await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
      showNotification({ message: t('imported', { count: created + edited }) });
      if (isStillOnPage()) await navigate({ to: '/tasks', search: { sort: '-modifiedAt' } });
    },
  });
  const selectFile = (selectedFile: File | null) => {
    setFile(selectedFile);
    importFile.reset();
    dryRun.reset();
    if (selectedFile) dryRun.mutate(selectedFile);
  };
  const problem = importFile.error ?? dryRun.error;
  // If data has changed since the dry run, the import itself can still have errors.
  const outcome = importFile.data ?? dryRun.data;
  const count = outcome ? outcome.created + outcome.edited : 0;
  return (
    <Page title={t('importTasks')}>
      <Stack maw="70rem">
        <CsvFileInput
          label={t('file')}
          description={t('fileHint')}
          clearButtonProps={{ 'aria-label': t('otherFile') }}
          value={file}
          onChange={selectFile}
          maw="30rem"
        />
        {!file && <CopyBlock label={t('sample')} value={SAMPLE} />}
        {(dryRun.isPending || importFile.isPending) && (
          <Group role="status">
            <Loader size="sm" />
            <Text size="sm">{t(dryRun.isPending ? 'checking' : 'importing')}</Text>
          </Group>
        )}
        {problem && (
          <ProblemNote problem={problem} {...(!isTransient(problem) && { title: t('notImported') })} />
        )}
        {outcome && <ImportOutcome outcome={outcome} />}
        {outcome && file && (
          <Group>
            <Button
              disabled={outcome.rejected > 0 || count === 0}
              loading={importFile.isPending}
              onClick={() => importFile.mutate(file)}
            >
              {t('import', { count })}
            </Button>
            {outcome.rejected > 0 && <Text size="sm">{t('fixFirst')}</Text>}
          </Group>
        )}
      </Stack>
    </Page>
  );
};
