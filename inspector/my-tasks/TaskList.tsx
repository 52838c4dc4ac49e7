import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useDevice } from '#inspector/frame/device.ts';
import { Frame } from '#inspector/frame/Frame.tsx';
import { InstallHint } from '#inspector/frame/InstallHint.tsx';
import { useNewVersion } from '#inspector/frame/new-version.ts';
import { keepFact, readFact } from '#inspector/store/facts.ts';
import { groupByDistance } from './group-tasks.ts';
import { HereNote } from './HereNote.tsx';
import { ScanTask } from './ScanTask.tsx';
import { TaskGroups } from './TaskGroups.tsx';
import classes from './TaskList.module.css';
import { useHere } from './use-here.ts';
import { useMyTasks } from './use-my-tasks.ts';
import { useTaskWords } from './words.ts';

// What draws maps is larger than all the rest of the app together.
const TaskMap = lazy(async () => ({ default: (await import('./TaskMap.tsx')).TaskMap }));

const VIEWS = ['day', 'distance', 'map'] as const;

/** What somebody has to do: the most urgent first, the nearest first, or on a map. */
export const TaskList = () => {
  const t = useTaskWords();
  const { store } = useDevice();
  const view = useLiveQuery(async () => (await readFact(store, 'taskView')) ?? 'day', [store]);
  const [text, setText] = useState('');
  const sought = useDeferredValue(text);
  const mine = useMyTasks(sought);
  const here = useHere();
  const at = here.here?.location;
  const groups = useMemo(
    () => mine && (view === 'distance' ? groupByDistance(mine.groups, at) : mine.groups),
    [mine, view, at],
  );
  const choose = (chosen: (typeof VIEWS)[number]) => {
    void keepFact(store, 'taskView', chosen);
    if (chosen === 'distance') here.takeWhenOld();
  };
  return (
    <Frame title={t('work')}>
      <Stack gap="md">
        <div className={classes.line}>
          <TextInput
            size="lg"
            type="search"
            className={classes.search!}
            aria-label={t('find')}
            placeholder={t('find')}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ScanTask groups={mine?.groups ?? []} />
        </div>
        <SegmentedControl
          size="md"
          fullWidth
          aria-label={t('order')}
          classNames={{ root: classes.views!, label: classes.view! }}
          data={VIEWS.map((value) => ({ value, label: t(`by_${value}`) }))}
          value={view ?? 'day'}
          onChange={(chosen) => choose(chosen as (typeof VIEWS)[number])}
        />
        <NewVersion />
        {view === 'day' && <InstallHint mayDecline />}
        {view === 'distance' && <HereNote here={here} />}
        {groups && view === 'map' && (
          <Suspense fallback={<Text role="status">{t('mapLoading')}</Text>}>
            <TaskMap groups={groups} stands={mine!.stands} here={here} />
          </Suspense>
        )}
        {groups && groups.length > 0 && view !== 'map' && (
          <TaskGroups groups={groups} stands={mine!.stands} />
        )}
        {groups?.length === 0 && <Nothing isSought={sought !== ''} wasSynced={mine!.wasSynced} />}
      </Stack>
    </Frame>
  );
};

/** Here nobody is in the middle of an inspection. */
const NewVersion = () => {
  const t = useTaskWords();
  const takeOver = useNewVersion();
  return (
    takeOver && (
      <Button variant="light" mih={44} onClick={takeOver}>
        {t('newVersion')}
      </Button>
    )
  );
};

const Nothing = ({ isSought, wasSynced }: { isSought: boolean; wasSynced: boolean }) => {
  const t = useTaskWords();
  if (!wasSynced) return <Text role="status">{t('loading')}</Text>;
  return (
    <Stack gap={4} ta="center" py="xl" role="status">
      <Text fw={650}>{isSought ? t('notFound') : t('nothing')}</Text>
      <Text c="dimmed">{isSought ? t('notFoundHint') : t('nothingHint')}</Text>
    </Stack>
  );
};
