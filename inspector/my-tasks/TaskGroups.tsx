import { Title } from '@mantine/core';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import type { SyncStatus } from '#inspector/store/sync-status.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDay } from '#kit/date-time-format.ts';
import { formatIsoDate, startOfDay } from '#kit/days.ts';
import type { ListedTask, TaskGroup } from './group-tasks.ts';
import { TaskCard } from './TaskCard.tsx';
import classes from './TaskGroups.module.css';

type Row = { key: string; group: TaskGroup; listedTask?: ListedTask; number?: number };

/** A row's estimated height in pixels, used until it is rendered. */
const ESTIMATED_HEIGHT = { heading: 36, task: 112 };
/** Measured row heights, stored to restore the scroll position when the user returns from a task. */
let measuredRows: VirtualItem[] = [];

type Props = { groups: readonly TaskGroup[]; syncStatuses: ReadonlyMap<string, SyncStatus> };

/**
 * Renders only the rows near the window. With 4x CPU throttling, a list of 500 tasks renders in 0.8 s instead of 2.8 s,
 * and updates in 0.1 s instead of 0.7 s after each letter of a search (`many-tasks.e2e.ts`).
 */
export const TaskGroups = ({ groups, syncStatuses }: Props) => {
  const rows = useMemo(() => buildRows(groups), [groups]);
  const list = useRef<HTMLDivElement>(null);
  const [listTop, setListTop] = useState(0);
  // Remeasured after each render: the content above may have changed height.
  useLayoutEffect(() => setListTop(list.current!.getBoundingClientRect().top + window.scrollY));
  const savedScroll = useElementScrollRestoration({ getElement: () => window });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]!.listedTask ? ESTIMATED_HEIGHT.task : ESTIMATED_HEIGHT.heading),
    getItemKey: (index) => rows[index]!.key,
    overscan: 5,
    scrollMargin: listTop,
    // The router restores the scroll position before the list is rendered.
    initialOffset: savedScroll?.scrollY ?? window.scrollY,
    initialMeasurementsCache: measuredRows,
  });
  useEffect(
    () => () => {
      measuredRows = virtualizer.measurementsCache;
    },
    [virtualizer],
  );
  const count = rows.filter(({ listedTask }) => listedTask).length;
  return (
    <div ref={list} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const { group, listedTask, number } = rows[index]!;
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={classes.row}
            style={{ transform: `translateY(${start - listTop}px)` }}
          >
            {listedTask ? (
              <TaskCard
                listedTask={listedTask}
                syncStatus={listedTask.inspection && syncStatuses.get(listedTask.inspection.id)}
                position={{ number: number!, total: count }}
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

const buildRows = (groups: readonly TaskGroup[]): Row[] => {
  let number = 0;
  return groups.flatMap((group) => [
    { key: `${group.kind} ${group.day ?? ''}`, group },
    ...group.tasks.map((listedTask) => {
      number += 1;
      return { key: listedTask.task.id, group, listedTask, number };
    }),
  ]);
};

const GroupName = ({ group: { kind, day } }: { group: TaskGroup }) => {
  const { t } = useTranslation('my-tasks');
  const { store } = useDevice();
  if (kind !== 'day') return t(kind);
  const today = formatIsoDate(new Date(store.now()));
  if (day === today) return t('today');
  if (day === formatIsoDate(startOfDay(today, 1))) return t('tomorrow');
  return formatDay(startOfDay(day!), currentLanguage());
};
