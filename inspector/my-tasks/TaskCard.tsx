import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useDevice } from '#inspector/frame/device.ts';
import { MeanwhileNote } from '#inspector/frame/MeanwhileNote.tsx';
import { StandMark } from '#inspector/frame/StandMark.tsx';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { keepFact, readFact } from '#inspector/store/facts.ts';
import type { Stand } from '#inspector/store/stand-of-inspection.ts';
import { dayText, startOfDay } from '#kit/days.ts';
import { Mark } from '#kit/Mark.tsx';
import { sayDay, sayMoment, sayTime } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { sayDistance } from './distance.ts';
import type { ListedTask } from './group-tasks.ts';
import { StartButton } from './StartButton.tsx';
import classes from './TaskCard.module.css';
import { useTaskWords } from './words.ts';

/** A task in the list. One tap leads to the first question. `place`: where it stands in a list of which only a part is drawn. */
export const TaskCard = memo(
  ({
    listed,
    stand,
    place,
  }: {
    listed: ListedTask;
    stand: Stand | undefined;
    place?: { number: number; of: number };
  }) => {
    const t = useTaskWords();
    const { task } = listed.task.work;
    const [item] = task.items;
    return (
      <article className={classes.card} aria-posinset={place?.number} aria-setsize={place?.of}>
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
            {isReturned(listed) && <Mark tone="calm">{t('returned')}</Mark>}
            {stand && <StandMark stand={stand} />}
          </Group>
        </div>
        <StartButton listed={listed} />
        {listed.meanwhile && (
          <div className={classes.meanwhile}>
            <MeanwhileNote meanwhile={listed.meanwhile} />
            <UnderstoodButton listed={listed} />
          </div>
        )}
      </article>
    );
  },
);

/** A reviewer asks for something, and nobody has completed it since. */
const isReturned = ({ inspection }: ListedTask) => {
  const reading = inspection?.reading;
  return (
    inspection?.finishedAt === null &&
    reading?.returns.some(({ completion }) => completion === reading.completion) === true
  );
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Before today. */
const isPast = (instant: string, now: number) =>
  Date.parse(instant) < startOfDay(dayText(new Date(now))).getTime();

const When = ({ listed }: { listed: ListedTask }) => {
  const t = useTaskWords();
  const { store } = useDevice();
  const { plannedStart, dueDate, externalId } = listed.task.work.task;
  const language = currentLanguage();
  // Elsewhere the group says the day.
  const isOfGroupDay = listed.metres === undefined && plannedStart && !isPast(plannedStart, store.now());
  return [
    listed.metres !== undefined && sayDistance(listed.metres, language),
    plannedStart && (isOfGroupDay ? sayTime : sayMoment)(plannedStart, language),
    dueDate && t('due', { day: sayDay(dueDate, language) }),
    // A follow-up task has no number that people gave it.
    !UUID.test(externalId) && externalId,
  ]
    .filter(Boolean)
    .join(' · ');
};

/** Puts it to what is done; not before the server has all that was answered. */
const UnderstoodButton = ({ listed: { inspection, meanwhile, isUnderstood } }: { listed: ListedTask }) => {
  const t = useTaskWords();
  const { store } = useDevice();
  if (isUnderstood || meanwhile?.kind === 'begun anew' || meanwhile?.answers === 'on this device')
    return null;
  const understand = async () => {
    const before = (await readFact(store, 'understood')) ?? [];
    await keepFact(store, 'understood', [...before, inspection!.id]);
  };
  return (
    <TouchButton className={classes.act!} variant="subtle" onClick={() => void understand()}>
      {t('understood')}
    </TouchButton>
  );
};
