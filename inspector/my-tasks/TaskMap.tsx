import { CloseButton, Group, Paper, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import type { SyncStatus } from '#inspector/store/sync-status.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { IconCurrentLocation, IconFocusCentered } from '#kit/icons/icons.ts';
import { canDrawMaps } from '#kit/map/point-map.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { createTaskPoints } from './create-task-points.ts';
import type { TaskGroup } from './group-tasks.ts';
import { MapCanvas, type TaskMapHandle } from './MapCanvas.tsx';
import { PositionNote } from './PositionNote.tsx';
import { TaskCard } from './TaskCard.tsx';
import classes from './TaskMap.module.css';
import type { DevicePosition } from './use-device-position.ts';

type Props = {
  groups: readonly TaskGroup[];
  syncStatuses: ReadonlyMap<string, SyncStatus>;
  position: DevicePosition;
};

export const TaskMap = ({ groups, syncStatuses, position }: Props) => {
  const { t } = useTranslation('my-tasks');
  const colorScheme = useComputedColorScheme();
  const { store } = useDevice();
  const map = useRef<TaskMapHandle>(null);
  const [isDrawable] = useState(canDrawMaps);
  const [isPositionShown, setPositionShown] = useState(false);
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const { points, tasks, unlocatedCount } = useMemo(
    () => createTaskPoints(groups, store.now()),
    [groups, store],
  );
  const selectedTasks = selectedIds.flatMap((id) => tasks.get(id) ?? []);
  const location = position.lastPosition?.location;
  if (!isDrawable) return <Text>{t('noWebGl')}</Text>;
  const showPosition = () => {
    setPositionShown(true);
    position.refreshIfStale();
    if (location) map.current?.moveTo({ ...location, zoom: 15 });
  };
  return (
    <Stack gap="xs">
      <div className={classes.map}>
        <MapCanvas
          key={colorScheme + currentLanguage()}
          map={map}
          points={points}
          selectedIds={selectedIds}
          position={isPositionShown ? location : undefined}
          onPick={setSelectedIds}
        />
        {selectedTasks.length > 0 && (
          <Paper component="section" withBorder shadow="md" p="xs" className={classes.card!}>
            <Group justify="space-between" wrap="nowrap">
              <Text fw={650} role="status">
                {t('tasksHere', { count: selectedTasks.length })}
              </Text>
              <CloseButton size={44} aria-label={t('close')} onClick={() => setSelectedIds([])} />
            </Group>
            <Stack gap="xs">
              {selectedTasks.map((listedTask) => (
                <TaskCard
                  key={listedTask.task.id}
                  listedTask={listedTask}
                  syncStatus={listedTask.inspection && syncStatuses.get(listedTask.inspection.id)}
                />
              ))}
            </Stack>
          </Paper>
        )}
      </div>
      <Group gap="xs">
        <TouchButton
          variant="default"
          leftSection={<IconFocusCentered size={18} aria-hidden />}
          onClick={() => map.current?.showAll(points)}
        >
          {t('showAll')}
        </TouchButton>
        <TouchButton
          variant="default"
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          onClick={showPosition}
        >
          {t('myLocation')}
        </TouchButton>
      </Group>
      {isPositionShown && <PositionNote position={position} />}
      {unlocatedCount > 0 && <Text size="sm">{t('offMap', { count: unlocatedCount })}</Text>}
    </Stack>
  );
};
