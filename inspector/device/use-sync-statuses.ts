import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { type SyncStatus, syncStatusOf } from '#inspector/store/sync-status.ts';
import { useDevice, useSyncState } from './device.ts';

/**
 * Returns the sync status of each inspection with unsent changes, by id; undefined while reading. Tables are read as a
 * whole, because one query for a thousand rows is faster than sixty queries. The queries are separate, so that a change
 * of a queue does not read the answers again.
 */
export const useSyncStatuses = (): ReadonlyMap<string, SyncStatus> | undefined => {
  const { store } = useDevice();
  const { sending } = useSyncState();
  const { commands, pictures, queues } = store.database;
  const entries = useLiveQuery(() => commands.toArray(), [commands]);
  const allPictures = useLiveQuery(() => pictures.toArray(), [pictures]);
  const allQueues = useLiveQuery(() => queues.toArray(), [queues]);
  return useMemo(() => {
    if (!entries || !allPictures || !allQueues) return undefined;
    const picturesOf = Map.groupBy(allPictures, ({ inspectionId }) => inspectionId);
    const queueOf = new Map(allQueues.map((queue) => [queue.inspectionId, queue]));
    return new Map(
      [...Map.groupBy(entries, ({ inspectionId }) => inspectionId)].map(([id, unsent]) => [
        id,
        syncStatusOf(unsent, picturesOf.get(id) ?? [], {
          queue: queueOf.get(id),
          isSending: sending.has(id),
        }),
      ]),
    );
  }, [entries, allPictures, allQueues, sending]);
};
