import { Button, FileInput, Group, Loader, Stack, Text } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { importTasks } from '#portal/api/tasks.ts';
import { CopyBlock } from '#portal/frame/CopyBlock.tsx';
import { MayNot } from '#portal/frame/MayNot.tsx';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { usePlace } from '#portal/frame/use-place.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { useMay } from '#portal/session/me.ts';
import { ImportOutcome } from './ImportOutcome.tsx';
import { useImportWords } from './import-words.ts';

const SAMPLE = `externalId,title,teamName,workbookName,assignedUserName,dueDate,Height
WO-2001,Inspect the railing,Bridges,BridgeInspection,anna,2026-12-01T16:00:00Z,3.2
WO-2002,Look at the lock,Bridges,BridgeInspection,,2026-12-08T16:00:00Z,`;

/** Brings tasks in from a file: first it says row by row what would happen, then it does all of it or nothing. */
export const ImportTasks = () => {
  const t = useImportWords();
  return useMay('Tasks.Manage') ? <ImportTasksForm /> : <MayNot title={t('importTasks')} />;
};

const ImportTasksForm = () => {
  const t = useImportWords();
  const frame = useFrameWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const trial = useMutation({ mutationFn: (chosen: File) => importTasks(chosen, { isDryRun: true }) });
  const bringing = useMutation({
    mutationFn: (chosen: File) => importTasks(chosen, { isDryRun: false }),
    onMutate: usePlace(),
    onSuccess: async ({ isKept, created, edited }, _, isStillHere) => {
      if (!isKept) return;
      await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
      showNotification({ message: t('broughtIn', { count: created + edited }) });
      if (isStillHere()) await navigate({ to: '/tasks', search: { sort: '-modifiedAt' } });
    },
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    bringing.reset();
    trial.reset();
    if (chosen) trial.mutate(chosen);
  };
  const problem = bringing.error ?? trial.error;
  // What was true at the trial may no longer be when the file is brought in: then this says so.
  const outcome = bringing.data ?? trial.data;
  const count = outcome ? outcome.created + outcome.edited : 0;
  return (
    <Page title={t('importTasks')}>
      <Stack maw="70rem">
        <FileInput
          data-autofocus
          clearable
          accept=".csv,text/csv"
          label={t('file')}
          placeholder={frame('chooseFile')}
          leftSection={<IconUpload size={16} aria-hidden />}
          description={t('fileHint')}
          clearButtonProps={{ 'aria-label': t('otherFile') }}
          value={file}
          onChange={choose}
          maw="30rem"
        />
        {!file && <CopyBlock label={t('sample')} value={SAMPLE} />}
        {(trial.isPending || bringing.isPending) && (
          <Group role="status">
            <Loader size="sm" />
            <Text size="sm">{t(trial.isPending ? 'checking' : 'bringing')}</Text>
          </Group>
        )}
        {problem && <ProblemNote problem={problem} />}
        {outcome && <ImportOutcome outcome={outcome} />}
        {outcome && file && (
          <Group>
            <Button
              disabled={outcome.refused > 0 || count === 0}
              loading={bringing.isPending}
              onClick={() => bringing.mutate(file)}
            >
              {t('bringIn', { count })}
            </Button>
            {outcome.refused > 0 && <Text size="sm">{t('mendFirst')}</Text>}
          </Group>
        )}
      </Stack>
    </Page>
  );
};
