import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useDevice } from '#inspector/device/device.ts';
import { useSyncStatuses } from '#inspector/device/use-sync-statuses.ts';
import { readStoredValue } from '#inspector/store/stored-values.ts';
import { formatIsoDate } from '#kit/days.ts';
import { findTasks } from './find-tasks.ts';
import { groupTasks } from './group-tasks.ts';

/** Returns undefined while loading. `hasSynced`: whether the device has ever received all data. */
export const useMyTasks = (query: string) => {
  const { store, owner } = useDevice();
  const { database } = store;
  // Separate queries, so that sending an answer does not re-read hundreds of tasks.
  const tasks = useLiveQuery(() => database.tasks.toArray(), [database]);
  const inspections = useLiveQuery(() => database.inspections.toArray(), [database]);
  const storedValues = useLiveQuery(async () => {
    const [syncedAt, dismissedIds] = await Promise.all([
      readStoredValue(store, 'syncedAt'),
      readStoredValue(store, 'dismissedTaskChanges'),
    ]);
    return { hasSynced: syncedAt !== undefined, dismissedIds: new Set(dismissedIds) };
  }, [store]);
  const syncStatuses = useSyncStatuses();
  const matchingTasks = useMemo(() => tasks && findTasks(tasks, query), [tasks, query]);
  return useMemo(() => {
    if (!matchingTasks || !inspections || !storedValues || !syncStatuses) return undefined;
    const groups = groupTasks(matchingTasks, inspections, {
      now: store.now(),
      userId: owner.id,
      formatDay: (instant) => formatIsoDate(new Date(instant)),
      unsentIds: new Set(syncStatuses.keys()),
      dismissedIds: storedValues.dismissedIds,
    });
    return { groups, syncStatuses, hasSynced: storedValues.hasSynced };
  }, [matchingTasks, inspections, storedValues, syncStatuses, owner.id, store]);
};
