import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { CHOICE_FIELDS } from '#contract/task-fields.ts';
import type { WorkItem } from '#contract/work.ts';
import { useDevice } from '#inspector/device/device.ts';
import { Page } from '#inspector/page/Page.tsx';
import { TouchLink } from '#inspector/page/TouchLink.tsx';
import type { Store } from '#inspector/store/store.ts';
import { detectTaskChange } from '#inspector/store/task-change.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDateTime, formatDay } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { IconMapPin } from '#kit/icons/icons.ts';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import { createDirectionsUrl } from './directions.ts';
import type { ListedTask } from './group-tasks.ts';
import { MissingTask } from './MissingTask.tsx';
import { StartButton } from './StartButton.tsx';
import { TaskChangeNote } from './TaskChangeNote.tsx';
import classes from './TaskPage.module.css';

const route = getRouteApi('/tasks/$taskId');

export const TaskPage = () => {
  const { t } = useTranslation('my-tasks');
  const { store, owner } = useDevice();
  const { taskId } = route.useParams();
  const listedTask = useLiveQuery(() => readListedTask(store, taskId, owner.id), [store, taskId, owner.id]);
  if (listedTask === undefined) return null;
  if (listedTask === null) return <MissingTask key={taskId} taskId={taskId} />;
  const { task } = listedTask.task.work;
  return (
    <Page title={task.title} hasBackButton>
      <div className={classes.task}>
        <Stack gap="md" className={classes.page!}>
          {listedTask.taskChange && <TaskChangeNote taskChange={listedTask.taskChange} />}
          {!listedTask.taskChange && <UnavailableNote listedTask={listedTask} />}
          {task.description && <Text className={classes.description!}>{task.description}</Text>}
          <Facts listedTask={listedTask} />
          <CustomProperties listedTask={listedTask} />
          {task.items.length > 0 && (
            <section>
              <Title order={2} size="sm" mb="xs">
                {t('itemsToInspect')}
              </Title>
              <Stack gap="xs">
                {task.items.map((item) => (
                  <ItemCard key={item.id} item={item} />
                ))}
              </Stack>
            </section>
          )}
        </Stack>
        <div className={classes.action}>
          <StartButton listedTask={listedTask} />
          {listedTask.inspection && (
            <TouchLink
              variant="default"
              to="/inspections/$inspectionId/report"
              params={{ inspectionId: listedTask.inspection.id }}
            >
              {t('report')}
            </TouchLink>
          )}
        </div>
      </div>
    </Page>
  );
};

const readListedTask = async (
  { database: { tasks, inspections, outbox } }: Store,
  taskId: string,
  userId: number,
): Promise<ListedTask | null> => {
  const task = await tasks.get(taskId);
  if (!task) return null;
  const inspection = (await inspections.where({ taskId }).sortBy('startedAt')).at(-1);
  const hasUnsentChanges = inspection && (await outbox.where({ inspectionId: inspection.id }).count()) > 0;
  const taskChange = detectTaskChange(task, inspection, {
    userId,
    hasUnsentChanges: hasUnsentChanges === true,
  });
  return { task, inspection, ...(taskChange && { taskChange }) };
};

/** Explains why a task opened by a link is unavailable: closed, cancelled or assigned to someone else. */
const UnavailableNote = ({ listedTask: { task, inspection } }: { listedTask: ListedTask }) => {
  const { t } = useTranslation('my-tasks');
  const { owner } = useDevice();
  const { state, assignee } = task.work.task;
  if (inspection) return null;
  if (state === 'Canceled') return <Text fw={650}>{t('isCancelled')}</Text>;
  if (state === 'Closed') return <Text fw={650}>{t('isClosed')}</Text>;
  if (assignee === null || assignee.id === owner.id) return null;
  return <Text fw={650}>{t('isOthers', { name: `${assignee.name} ${assignee.surname}` })}</Text>;
};

const Facts = ({ listedTask }: { listedTask: ListedTask }) => {
  const { t } = useTranslation('my-tasks');
  const fieldLabels = useTaskFieldLabels();
  const { task } = listedTask.task.work;
  const language = currentLanguage();
  const facts: [string, string | null][] = [
    [
      t('when'),
      [
        task.plannedStart && formatDateTime(task.plannedStart, language),
        task.dueDate && t('due', { day: formatDay(task.dueDate, language) }),
      ]
        .filter(Boolean)
        .join(', ') || null,
    ],
    ...CHOICE_FIELDS.map(([name]): [string, string] => [
      fieldLabels.getLabel(name),
      fieldLabels.formatValue(name, task[name]),
    ]),
    [t('number'), task.externalId],
    [t('team'), task.team.title],
    [t('workbook'), task.workbook.title],
  ];
  return <FactList facts={facts} />;
};

const FactList = ({ facts }: { facts: readonly (readonly [string, unknown])[] }) => {
  const { t } = useTranslation('my-tasks');
  const format = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value));
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{format(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
};

const CustomProperties = ({ listedTask }: { listedTask: ListedTask }) => {
  const { t } = useTranslation('my-tasks');
  const facts = Object.entries(listedTask.task.work.task.customProperties);
  if (facts.length === 0) return null;
  return (
    <section>
      <Title order={2} size="sm" mb="xs">
        {t('moreDetails')}
      </Title>
      <FactList facts={facts} />
    </section>
  );
};

const ItemCard = ({ item }: { item: WorkItem }) => {
  const { t } = useTranslation('my-tasks');
  const { title, externalId, address, location, attributes, previousInspection } = item;
  return (
    <Paper withBorder p="md">
      <Text fw={650}>{title}</Text>
      <Text size="sm" c="dimmed">
        {[externalId, address].filter(Boolean).join(' · ')}
      </Text>
      {location && (
        <Anchor
          href={createDirectionsUrl(location, title, navigator.userAgent)}
          className={classes.directions!}
        >
          <IconMapPin size={18} aria-hidden />
          {t('directions')}
        </Anchor>
      )}
      <FactList facts={Object.entries(attributes)} />
      {previousInspection && (
        <Text size="sm">
          {t('lastTime', {
            day: formatDay(previousInspection.completedAt, currentLanguage()),
            name: formatFullName(previousInspection),
          })}
          {previousInspection.failures.length > 0 &&
            ` · ${t('failures', { count: previousInspection.failures.length })}`}
        </Text>
      )}
    </Paper>
  );
};
