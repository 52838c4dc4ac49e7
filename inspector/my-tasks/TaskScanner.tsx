import { Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import { IconScan } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { findTasksByCode } from './find-tasks-by-code.ts';
import { type ListedTask, listOpenTasks, type TaskGroup } from './group-tasks.ts';
import { TaskCard } from './TaskCard.tsx';

const CodeScanner = lazy(async () => ({
  default: (await import('#inspector/evidence/CodeScanner.tsx')).CodeScanner,
}));

type ScanResult = { code: string; tasks: readonly ListedTask[] };

export const TaskScanner = ({ groups }: { groups: readonly TaskGroup[] }) => {
  const { t } = useTranslation('my-tasks');
  const { store, client } = useDevice();
  const navigate = useNavigate();
  const [isScanning, setScanning] = useState(false);
  const [result, setResult] = useState<ScanResult>();
  const scan = () => {
    setResult(undefined);
    setScanning(true);
  };
  const openTask = async (code: string) => {
    setScanning(false);
    const serviceUrl = new URL(client.resolveUrl('/'), location.origin).href;
    const listedTasks = groups.flatMap(({ tasks }) => tasks);
    // Open tasks take precedence: people scan an object to work on it.
    const match =
      findMatch(code, listOpenTasks(groups), serviceUrl) ??
      findMatch(code, listedTasks, serviceUrl) ??
      findTasksByCode(code, await store.database.tasks.toArray(), serviceUrl);
    if ('taskId' in match) {
      await navigate({ to: '/tasks/$taskId', params: { taskId: match.taskId } });
      return;
    }
    const ids = new Set(match.tasks.map(({ id }) => id));
    setResult({ code, tasks: listedTasks.filter(({ task }) => ids.has(task.id)) });
  };
  return (
    <>
      <TouchButton variant="default" leftSection={<IconScan size={20} aria-hidden />} onClick={scan}>
        {t('scan')}
      </TouchButton>
      {isScanning && (
        <Suspense>
          <CodeScanner onCode={(code) => void openTask(code)} onClose={() => setScanning(false)} />
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
            {result.tasks.map((listedTask) => (
              <TaskCard key={listedTask.task.id} listedTask={listedTask} syncStatus={undefined} />
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

const findMatch = (code: string, listedTasks: readonly ListedTask[], serviceUrl: string) => {
  const tasks = listedTasks.map(({ task }) => task);
  const match = findTasksByCode(code, tasks, serviceUrl);
  return 'taskId' in match || match.tasks.length > 0 ? match : undefined;
};
