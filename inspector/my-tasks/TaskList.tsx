import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useDeferredValue, useMemo, useState } from 'react';
import { useDevice } from '#inspector/frame/device.ts';
import { Frame } from '#inspector/frame/Frame.tsx';
import { InstallHint } from '#inspector/frame/InstallHint.tsx';
import { useNewVersion } from '#inspector/frame/new-version.ts';
import { useStands } from '#inspector/frame/use-stands.ts';
import { readFact } from '#inspector/store/facts.ts';
import { dayText, startOfDay } from '#kit/days.ts';
import { sayDay } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { findTasks } from './find-tasks.ts';
import { type Group, groupTasks } from './group-tasks.ts';
import { TaskCard } from './TaskCard.tsx';
import { useTaskWords } from './words.ts';

/** What somebody has to do, the most urgent first. */
export const TaskList = () => {
  const t = useTaskWords();
  const { store, owner } = useDevice();
  const kept = useLiveQuery(async () => {
    const { tasks, inspections } = store.database;
    const [all, begun, syncedAt] = await Promise.all([
      tasks.toArray(),
      inspections.toArray(),
      readFact(store, 'syncedAt'),
    ]);
    return { all, begun, wasSynced: syncedAt !== undefined };
  }, [store]);
  const stands = useStands();
  const [text, setText] = useState('');
  const sought = useDeferredValue(text);
  const groups = useMemo(() => {
    if (!kept) return undefined;
    const dayOf = (instant: string | number) => dayText(new Date(instant));
    return groupTasks(findTasks(kept.all, sought), kept.begun, {
      now: Date.now(),
      userId: owner.id,
      dayOf,
    });
  }, [kept, sought, owner.id]);
  return (
    <Frame title={t('work')}>
      <Stack gap="md">
        <TextInput
          size="md"
          type="search"
          aria-label={t('find')}
          placeholder={t('find')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NewVersion />
        <InstallHint mayDecline />
        {groups?.map((group) => (
          <section key={`${group.kind} ${group.day}`} aria-labelledby={`group-${group.kind}-${group.day}`}>
            <Title order={2} size="sm" mb="xs" id={`group-${group.kind}-${group.day}`}>
              <GroupName group={group} />
            </Title>
            <Stack gap="xs">
              {group.tasks.map((listed) => (
                <TaskCard
                  key={listed.task.id}
                  listed={listed}
                  stand={listed.inspection && stands?.get(listed.inspection.id)}
                />
              ))}
            </Stack>
          </section>
        ))}
        {groups?.length === 0 && <Nothing isSought={sought !== ''} wasSynced={kept!.wasSynced} />}
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

const GroupName = ({ group: { kind, day } }: { group: Group }) => {
  const t = useTaskWords();
  if (kind !== 'day') return t(kind);
  const today = dayText(new Date());
  if (day === today) return t('today');
  if (day === dayText(startOfDay(today, 1))) return t('tomorrow');
  return sayDay(startOfDay(day!), currentLanguage());
};

const Nothing = ({ isSought, wasSynced }: { isSought: boolean; wasSynced: boolean }) => {
  const t = useTaskWords();
  if (!wasSynced) return <Text role="status">{t('loading')}</Text>;
  return (
    <Stack gap={4} ta="center" py="xl">
      <Text fw={650}>{isSought ? t('notFound') : t('nothing')}</Text>
      <Text c="dimmed">{isSought ? t('notFoundHint') : t('nothingHint')}</Text>
    </Stack>
  );
};
