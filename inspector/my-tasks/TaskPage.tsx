import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { WorkItem } from '#contract/work.ts';
import { useDevice } from '#inspector/frame/device.ts';
import { Frame } from '#inspector/frame/Frame.tsx';
import { MeanwhileNote } from '#inspector/frame/MeanwhileNote.tsx';
import { meanwhileOf } from '#inspector/store/meanwhile-of.ts';
import type { Store } from '#inspector/store/store.ts';
import { sayDay, sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import type { ListedTask } from './group-tasks.ts';
import { MissingTask } from './MissingTask.tsx';
import { StartButton } from './StartButton.tsx';
import classes from './TaskPage.module.css';
import { wayThere } from './way-there.ts';
import { useTaskWords } from './words.ts';

const route = getRouteApi('/tasks/$taskId');

/** Everything the device knows of a task, also without a network. */
export const TaskPage = () => {
  const t = useTaskWords();
  const { store, owner } = useDevice();
  const { taskId } = route.useParams();
  const listed = useLiveQuery(() => readListed(store, taskId, owner.id), [store, taskId, owner.id]);
  if (listed === undefined) return null;
  if (listed === null) return <MissingTask key={taskId} taskId={taskId} />;
  const { task } = listed.task.work;
  return (
    <Frame title={task.title} isInside>
      <div className={classes.task}>
        <Stack gap="md" className={classes.page!}>
          {listed.meanwhile && <MeanwhileNote meanwhile={listed.meanwhile} />}
          {!listed.meanwhile && <Others listed={listed} />}
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
      </div>
    </Frame>
  );
};

const readListed = async (
  { database: { tasks, inspections, commands } }: Store,
  taskId: string,
  userId: number,
): Promise<ListedTask | null> => {
  const task = await tasks.get(taskId);
  if (!task) return null;
  const inspection = (await inspections.where({ taskId }).sortBy('startedAt')).at(-1);
  const isUntold = inspection && (await commands.where({ inspectionId: inspection.id }).count()) > 0;
  const meanwhile = meanwhileOf(task, inspection, { userId, isUntold: isUntold === true });
  return { task, inspection, ...(meanwhile && { meanwhile }) };
};

/** A link may lead to what is somebody else's, or over. */
const Others = ({ listed: { task, inspection } }: { listed: ListedTask }) => {
  const t = useTaskWords();
  const { owner } = useDevice();
  const { state, assignee } = task.work.task;
  if (inspection) return null;
  if (state === 'Canceled') return <Text fw={650}>{t('isCancelled')}</Text>;
  if (state === 'Closed') return <Text fw={650}>{t('isClosed')}</Text>;
  if (assignee === null || assignee.id === owner.id) return null;
  return <Text fw={650}>{t('isOthers', { who: `${assignee.name} ${assignee.surname}` })}</Text>;
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

const FactList = ({ facts }: { facts: readonly (readonly [string, unknown])[] }) => {
  const t = useTaskWords();
  const say = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value));
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{say(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
};

const KnownAlready = ({ listed }: { listed: ListedTask }) => {
  const t = useTaskWords();
  const known = Object.entries(listed.task.work.task.customProperties);
  if (known.length === 0) return null;
  return (
    <section>
      <Title order={2} size="sm" mb="xs">
        {t('known')}
      </Title>
      <FactList facts={known} />
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
        <Anchor href={wayThere(location, title, navigator.userAgent)} className={classes.way!}>
          <IconMapPin size={18} aria-hidden />
          {t('wayThere')}
        </Anchor>
      )}
      <FactList facts={Object.entries(attributes)} />
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
