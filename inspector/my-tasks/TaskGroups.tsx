import { Title } from '@mantine/core';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDevice } from '#inspector/frame/device.ts';
import type { Stand } from '#inspector/store/stand-of-inspection.ts';
import { dayText, startOfDay } from '#kit/days.ts';
import { sayDay } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import type { Group, ListedTask } from './group-tasks.ts';
import { TaskCard } from './TaskCard.tsx';
import classes from './TaskGroups.module.css';
import { useTaskWords } from './words.ts';

type Row = { key: string; group: Group; listed?: ListedTask; number?: number };

/** Pixels that a row is taken for until it is drawn. */
const USUAL_HEIGHT = { head: 36, task: 112 };
/** Rows beyond the window that are drawn too: a thumb is faster than a phone. */
const AHEAD = 5;
/** How high rows were: who comes back from a task finds the list as it was, and where it was. */
let known: VirtualItem[] = [];

/**
 * Tasks in their groups, of which only those near the window are drawn: at a fourth of a desk's speed 500 take 2.8 s, and 0.7 s
 * for each letter that is sought; so it is 0.8 s and 0.1 s (`many-tasks.e2e.ts`).
 */
export const TaskGroups = ({
  groups,
  stands,
}: {
  groups: readonly Group[];
  stands: ReadonlyMap<string, Stand>;
}) => {
  const rows = useMemo(() => rowsOf(groups), [groups]);
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // What stands above may have become higher: a note, large letters.
  useLayoutEffect(() => setTop(list.current!.getBoundingClientRect().top + window.scrollY));
  const before = useElementScrollRestoration({ getElement: () => window });
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]!.listed ? USUAL_HEIGHT.task : USUAL_HEIGHT.head),
    getItemKey: (index) => rows[index]!.key,
    overscan: AHEAD,
    scrollMargin: top,
    // The router is too early: it looks when nothing of the list is there yet.
    initialOffset: before?.scrollY ?? window.scrollY,
    initialMeasurementsCache: known,
  });
  useEffect(
    () => () => {
      known = virtual.measurementsCache;
    },
    [virtual],
  );
  const count = rows.filter(({ listed }) => listed).length;
  return (
    <div ref={list} className={classes.list} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const { group, listed, number } = rows[index]!;
        return (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={classes.row}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {listed ? (
              <TaskCard
                listed={listed}
                stand={listed.inspection && stands.get(listed.inspection.id)}
                place={{ number: number!, of: count }}
              />
            ) : (
              <Title order={2} size="sm" className={classes.head}>
                <GroupName group={group} />
              </Title>
            )}
          </div>
        );
      })}
    </div>
  );
};

const rowsOf = (groups: readonly Group[]): Row[] => {
  let number = 0;
  return groups.flatMap((group) => [
    { key: `${group.kind} ${group.day ?? ''}`, group },
    ...group.tasks.map((listed) => {
      number += 1;
      return { key: listed.task.id, group, listed, number };
    }),
  ]);
};

const GroupName = ({ group: { kind, day } }: { group: Group }) => {
  const t = useTaskWords();
  const { store } = useDevice();
  if (kind !== 'day') return t(kind);
  const today = dayText(new Date(store.now()));
  if (day === today) return t('today');
  if (day === dayText(startOfDay(today, 1))) return t('tomorrow');
  return sayDay(startOfDay(day!), currentLanguage());
};
