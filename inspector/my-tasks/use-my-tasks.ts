import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useDevice } from '#inspector/device/device.ts';
import { useSyncStatuses } from '#inspector/device/use-sync-statuses.ts';
import { readStoredValue } from '#inspector/store/stored-values.ts';
import { formatIsoDate } from '#kit/days.ts';
import { findTasks } from './find-tasks.ts';
import { groupTasks } from './group-tasks.ts';

/** Undefined while reading. `wasSynced` is whether the device has received all its data at least once. */
export const useMyTasks = (query: string) => {
  const { store, owner } = useDevice();
  const { database } = store;
  // These queries are separate so sending an answer does not cause hundreds of tasks to be read again.
  const tasks = useLiveQuery(() => database.tasks.toArray(), [database]);
  const inspections = useLiveQuery(() => database.inspections.toArray(), [database]);
  const stored = useLiveQuery(async () => {
    const [syncedAt, dismissed] = await Promise.all([
      readStoredValue(store, 'syncedAt'),
      readStoredValue(store, 'dismissedTaskChanges'),
    ]);
    return { wasSynced: syncedAt !== undefined, dismissed: new Set(dismissed) };
  }, [store]);
  const syncStatuses = useSyncStatuses();
  const matching = useMemo(() => tasks && findTasks(tasks, query), [tasks, query]);
  return useMemo(() => {
    if (!matching || !inspections || !stored || !syncStatuses) return undefined;
    const groups = groupTasks(matching, inspections, {
      now: store.now(),
      userId: owner.id,
      formatDay: (instant) => formatIsoDate(new Date(instant)),
      unsent: new Set(syncStatuses.keys()),
      dismissed: stored.dismissed,
    });
    return { groups, syncStatuses, wasSynced: stored.wasSynced };
  }, [matching, inspections, stored, syncStatuses, owner.id, store]);
};
