import { Modal, Stack, Text } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useDevice } from '#inspector/frame/device.ts';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import type { Group, ListedTask } from './group-tasks.ts';
import { TaskCard } from './TaskCard.tsx';
import { tasksOfCode } from './tasks-of-code.ts';
import { useTaskWords } from './words.ts';

const ScanCode = lazy(async () => ({ default: (await import('#inspector/evidence/ScanCode.tsx')).ScanCode }));

type Found = { code: string; tasks: readonly ListedTask[] };

/** From the code on a bridge, or on a sheet of paper, to the task that it means. */
export const ScanTask = ({ groups }: { groups: readonly Group[] }) => {
  const t = useTaskWords();
  const { store, server } = useDevice();
  const navigate = useNavigate();
  const [isScanning, setScanning] = useState(false);
  const [found, setFound] = useState<Found>();
  const scan = () => {
    setFound(undefined);
    setScanning(true);
  };
  const open = async (code: string) => {
    setScanning(false);
    const home = new URL(server.addressOf('/'), location.origin).href;
    const listed = groups.flatMap(({ tasks }) => tasks);
    const toBeDone = groups
      .filter(({ kind }) => kind !== 'done' && kind !== 'changed')
      .flatMap(({ tasks }) => tasks);
    const look = (tasks: readonly ListedTask[]) =>
      tasksOfCode(
        code,
        tasks.map(({ task }) => task),
        home,
      );
    // Who scans a bridge wants to work on it: what is done there is second.
    let meant = look(toBeDone);
    if ('tasks' in meant && meant.tasks.length === 0) meant = look(listed);
    if ('tasks' in meant && meant.tasks.length === 0)
      meant = tasksOfCode(code, await store.database.tasks.toArray(), home);
    if ('taskId' in meant) {
      await navigate({ to: '/tasks/$taskId', params: { taskId: meant.taskId } });
      return;
    }
    const ids = new Set(meant.tasks.map(({ id }) => id));
    setFound({ code, tasks: listed.filter(({ task }) => ids.has(task.id)) });
  };
  return (
    <>
      <TouchButton variant="default" leftSection={<IconScan size={20} aria-hidden />} onClick={scan}>
        {t('scan')}
      </TouchButton>
      {isScanning && (
        <Suspense>
          <ScanCode onCode={(code) => void open(code)} onClose={() => setScanning(false)} />
        </Suspense>
      )}
      {found && (
        <Modal
          opened
          onClose={() => setFound(undefined)}
          title={found.tasks.length > 0 ? t('which', { code: found.code }) : t('codeUnknown')}
          closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
        >
          <Stack gap="xs">
            {found.tasks.length === 0 && <Text>{t('codeUnknownHint', { code: found.code })}</Text>}
            {found.tasks.map((listed) => (
              <TaskCard key={listed.task.id} listed={listed} stand={undefined} />
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
