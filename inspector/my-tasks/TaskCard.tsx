import { Button, Group, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useDevice } from '#inspector/frame/device.ts';
import { StandMark } from '#inspector/frame/StandMark.tsx';
import type { Stand } from '#inspector/store/stand-of-inspection.ts';
import { startInspection } from '#inspector/store/start-inspection.ts';
import { sayDay, sayTime } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import type { ListedTask } from './group-tasks.ts';
import classes from './TaskCard.module.css';
import { useTaskWords } from './words.ts';

/** A task in the list. One tap leads to the first question. */
export const TaskCard = ({ listed, stand }: { listed: ListedTask; stand: Stand | undefined }) => {
  const t = useTaskWords();
  const { task } = listed.task.work;
  const [item] = task.items;
  return (
    <article className={classes.card}>
      <div className={classes.text}>
        <Link to="/tasks/$taskId" params={{ taskId: task.id }} className={classes.title}>
          {task.title}
        </Link>
        {item && (
          <Text size="sm" c="dimmed">
            {t('items', { count: task.items.length, title: item.title, others: task.items.length - 1 })}
            {item.address && ` · ${item.address}`}
          </Text>
        )}
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            <When listed={listed} />
          </Text>
          {stand && <StandMark stand={stand} />}
        </Group>
      </div>
      <StartButton listed={listed} />
    </article>
  );
};

const When = ({ listed }: { listed: ListedTask }) => {
  const t = useTaskWords();
  const { plannedStart, dueDate, externalId } = listed.task.work.task;
  const language = currentLanguage();
  return [
    plannedStart && sayTime(plannedStart, language),
    dueDate && t('due', { day: sayDay(dueDate, language) }),
    externalId,
  ]
    .filter(Boolean)
    .join(' · ');
};

export const StartButton = ({ listed: { task, inspection } }: { listed: ListedTask }) => {
  const t = useTaskWords();
  const { store } = useDevice();
  const navigate = useNavigate();
  const isOver = inspection?.finishedAt != null;
  const open = async () => {
    const inspectionId = isOver ? inspection!.id : await startInspection(store, task.id);
    await navigate({ to: '/inspections/$inspectionId', params: { inspectionId } });
  };
  return (
    <Button
      className={classes.act!}
      size="md"
      mih={44}
      variant={isOver ? 'default' : 'filled'}
      onClick={() => void open()}
    >
      {isOver ? t('look') : inspection ? t('goOn') : t('begin')}
    </Button>
  );
};
