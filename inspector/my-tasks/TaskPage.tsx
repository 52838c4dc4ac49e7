import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { WorkItem } from '#contract/work.ts';
import { useDevice } from '#inspector/frame/device.ts';
import { Frame } from '#inspector/frame/Frame.tsx';
import { sayDay, sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import type { ListedTask } from './group-tasks.ts';
import { StartButton } from './TaskCard.tsx';
import classes from './TaskPage.module.css';
import { useTaskWords } from './words.ts';

const route = getRouteApi('/tasks/$taskId');

/** Everything the device knows of a task, also without a network. */
export const TaskPage = () => {
  const t = useTaskWords();
  const { store } = useDevice();
  const { taskId } = route.useParams();
  const listed = useLiveQuery(async () => {
    const task = await store.database.tasks.get(taskId);
    const inspections = await store.database.inspections.where({ taskId }).sortBy('startedAt');
    return task ? { task, inspection: inspections.at(-1) } : null;
  }, [store, taskId]);
  if (listed === undefined) return null;
  if (listed === null)
    return (
      <Frame title={t('task')} isInside>
        <Text fw={650}>{t('gone')}</Text>
        <Text c="dimmed">{t('goneHint')}</Text>
      </Frame>
    );
  const { task } = listed.task.work;
  return (
    <Frame title={task.title} isInside>
      <Stack gap="md" className={classes.page!}>
        {task.description && <Text className={classes.description!}>{task.description}</Text>}
        <Facts listed={listed} />
        <KnownAlready listed={listed} />
        {task.items.length > 0 && (
          <section>
            <Title order={2} size="sm" mb="xs">
              {t('whatIsInspected')}
            </Title>
            <Stack gap="xs">
              {task.items.map((item) => (
                <ItemCard key={item.id} item={item} />
              ))}
            </Stack>
          </section>
        )}
      </Stack>
      <div className={classes.act}>
        <StartButton listed={listed} />
        {listed.inspection && (
          <Button
            size="md"
            mih={44}
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/inspections/$inspectionId/report"
                params={{ inspectionId: listed.inspection!.id }}
                {...props}
              />
            )}
          >
            {t('report')}
          </Button>
        )}
      </div>
    </Frame>
  );
};

const Facts = ({ listed }: { listed: ListedTask }) => {
  const t = useTaskWords();
  const { task } = listed.task.work;
  const language = currentLanguage();
  const facts: [string, string | null][] = [
    [
      t('when'),
      [
        task.plannedStart && sayMoment(task.plannedStart, language),
        task.dueDate && t('due', { day: sayDay(task.dueDate, language) }),
      ]
        .filter(Boolean)
        .join(', ') || null,
    ],
    [t('number'), task.externalId],
    [t('team'), task.team.title],
    [t('workbook'), task.workbook.title],
  ];
  return <FactList facts={facts} />;
};

const FactList = ({ facts }: { facts: [string, string | null][] }) => (
  <dl className={classes.facts}>
    {facts.map(
      ([name, value]) =>
        value !== null && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);

const KnownAlready = ({ listed }: { listed: ListedTask }) => {
  const t = useTaskWords();
  const known = Object.entries(listed.task.work.task.customProperties);
  if (known.length === 0) return null;
  return (
    <section>
      <Title order={2} size="sm" mb="xs">
        {t('known')}
      </Title>
      <FactList facts={known.map(([name, value]) => [name, String(value)])} />
    </section>
  );
};

const ItemCard = ({ item }: { item: WorkItem }) => {
  const t = useTaskWords();
  const { title, externalId, address, location, attributes, earlier } = item;
  return (
    <Paper withBorder p="md">
      <Text fw={650}>{title}</Text>
      <Text size="sm" c="dimmed">
        {[externalId, address].filter(Boolean).join(' · ')}
      </Text>
      {location && (
        <Anchor href={`geo:${location.latitude},${location.longitude}`} className={classes.way!}>
          <IconMapPin size={18} aria-hidden />
          {t('wayThere')}
        </Anchor>
      )}
      <FactList facts={Object.entries(attributes).map(([name, value]) => [name, String(value)])} />
      {earlier && (
        <Text size="sm">
          {t('lastTime', {
            day: sayDay(earlier.completedAt, currentLanguage()),
            who: earlier.userName,
          })}
          {earlier.failures.length > 0 && ` · ${t('failures', { count: earlier.failures.length })}`}
        </Text>
      )}
    </Paper>
  );
};
