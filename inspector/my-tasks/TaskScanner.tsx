import { Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import { IconScan } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { findTasksByCode } from './find-tasks-by-code.ts';
import { type Group, type ListedTask, listOpenTasks } from './group-tasks.ts';
import { TaskCard } from './TaskCard.tsx';

const CodeScanner = lazy(async () => ({
  default: (await import('#inspector/evidence/CodeScanner.tsx')).CodeScanner,
}));

type ScanResult = { code: string; tasks: readonly ListedTask[] };

export const TaskScanner = ({ groups }: { groups: readonly Group[] }) => {
  const { t } = useTranslation('my-tasks');
  const { store, server } = useDevice();
  const navigate = useNavigate();
  const [isScanning, setScanning] = useState(false);
  const [result, setResult] = useState<ScanResult>();
  const scan = () => {
    setResult(undefined);
    setScanning(true);
  };
  const open = async (code: string) => {
    setScanning(false);
    const home = new URL(server.resolveUrl('/'), location.origin).href;
    const listed = groups.flatMap(({ tasks }) => tasks);
    // Open tasks come first because someone who scans an object wants to work on it.
    const match =
      findMatch(code, listOpenTasks(groups), home) ??
      findMatch(code, listed, home) ??
      findTasksByCode(code, await store.database.tasks.toArray(), home);
    if ('taskId' in match) {
      await navigate({ to: '/tasks/$taskId', params: { taskId: match.taskId } });
      return;
    }
    const ids = new Set(match.tasks.map(({ id }) => id));
    setResult({ code, tasks: listed.filter(({ task }) => ids.has(task.id)) });
  };
  return (
    <>
      <TouchButton variant="default" leftSection={<IconScan size={20} aria-hidden />} onClick={scan}>
        {t('scan')}
      </TouchButton>
      {isScanning && (
        <Suspense>
          <CodeScanner onCode={(code) => void open(code)} onClose={() => setScanning(false)} />
        </Suspense>
      )}
      {result && (
        <Modal
          opened
          onClose={() => setResult(undefined)}
          title={result.tasks.length > 0 ? t('which', { code: result.code }) : t('codeUnknown')}
          closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
        >
          <Stack gap="xs">
            {result.tasks.length === 0 && <Text>{t('codeUnknownHint', { code: result.code })}</Text>}
            {result.tasks.map((listed) => (
              <TaskCard key={listed.task.id} listed={listed} syncStatus={undefined} />
            ))}
            <TouchButton variant="default" onClick={scan}>
              {t('scanAgain')}
            </TouchButton>
          </Stack>
        </Modal>
      )}
    </>
  );
};

const findMatch = (code: string, listed: readonly ListedTask[], home: string) => {
  const tasks = listed.map(({ task }) => task);
  const match = findTasksByCode(code, tasks, home);
  return 'taskId' in match || match.tasks.length > 0 ? match : undefined;
};
