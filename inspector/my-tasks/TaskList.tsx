import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import { InstallHint } from '#inspector/installation/InstallHint.tsx';
import { useNewVersion } from '#inspector/installation/new-version.ts';
import { Page } from '#inspector/page/Page.tsx';
import { readStoredValue, saveStoredValue } from '#inspector/store/stored-values.ts';
import { IconSearch } from '#kit/icons/icons.ts';
import { TouchSegments } from '#kit/TouchSegments.tsx';
import { groupByDistance } from './group-tasks.ts';
import { PositionNote } from './PositionNote.tsx';
import { TaskGroups } from './TaskGroups.tsx';
import classes from './TaskList.module.css';
import { TaskScanner } from './TaskScanner.tsx';
import { useDevicePosition } from './use-device-position.ts';
import { useMyTasks } from './use-my-tasks.ts';

// Loaded separately: the map's code is larger than the rest of the app.
const TaskMap = lazy(async () => ({ default: (await import('./TaskMap.tsx')).TaskMap }));

const VIEWS = ['day', 'distance', 'map'] as const;

export const TaskList = () => {
  const { t } = useTranslation('my-tasks');
  const { store } = useDevice();
  const view = useLiveQuery(async () => (await readStoredValue(store, 'taskView')) ?? 'day', [store]);
  const [searchText, setSearchText] = useState('');
  const query = useDeferredValue(searchText);
  const myTasks = useMyTasks(query);
  const position = useDevicePosition();
  const location = position.lastPosition?.location;
  const groups = useMemo(
    () => myTasks && (view === 'distance' ? groupByDistance(myTasks.groups, location) : myTasks.groups),
    [myTasks, view, location],
  );
  const selectView = (selectedView: (typeof VIEWS)[number]) => {
    void saveStoredValue(store, 'taskView', selectedView);
    if (selectedView === 'distance') position.refreshIfStale();
  };
  return (
    <Page title={t('title')}>
      <Stack gap="md">
        <div className={classes.line}>
          <TextInput
            size="lg"
            type="search"
            className={classes.search!}
            aria-label={t('search')}
            placeholder={t('searchPlaceholder')}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={searchText}
            onChange={(event) => setSearchText(event.currentTarget.value)}
          />
          <TaskScanner groups={myTasks?.groups ?? []} />
        </div>
        <TouchSegments
          fullWidth
          aria-label={t('view')}
          data={VIEWS.map((value) => ({ value, label: t(`view_${value}`) }))}
          value={view ?? 'day'}
          onChange={(selectedView) => selectView(selectedView as (typeof VIEWS)[number])}
        />
        <NewVersion />
        {view === 'day' && <InstallHint canDecline />}
        {view === 'distance' && <PositionNote position={position} />}
        {groups && view === 'map' && (
          <Suspense fallback={<Text role="status">{t('mapLoading')}</Text>}>
            <TaskMap groups={groups} syncStatuses={myTasks!.syncStatuses} position={position} />
          </Suspense>
        )}
        {groups && groups.length > 0 && view !== 'map' && (
          <TaskGroups groups={groups} syncStatuses={myTasks!.syncStatuses} />
        )}
        {groups?.length === 0 && <NoTasks isSearching={query !== ''} hasSynced={myTasks!.hasSynced} />}
      </Stack>
    </Page>
  );
};

/** Updates are offered here because no inspection is open. */
const NewVersion = () => {
  const { t } = useTranslation('my-tasks');
  const activate = useNewVersion();
  return (
    activate && (
      <Button variant="light" mih={44} onClick={activate}>
        {t('newVersion')}
      </Button>
    )
  );
};

const NoTasks = ({ isSearching, hasSynced }: { isSearching: boolean; hasSynced: boolean }) => {
  const { t } = useTranslation('my-tasks');
  if (!hasSynced) return <Text role="status">{t('loading')}</Text>;
  return (
    <Stack gap={4} ta="center" py="xl" role="status">
      <Text fw={650}>{isSearching ? t('notFound') : t('noTasks')}</Text>
      <Text c="dimmed">{isSearching ? t('notFoundHint') : t('noTasksHint')}</Text>
    </Stack>
  );
};
