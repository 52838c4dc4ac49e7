import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { determineSyncStatus, type SyncStatus } from '#inspector/store/sync-status.ts';
import { useDevice, useSyncState } from './device.ts';

/**
 * Returns the sync status of each inspection with unsent changes, by ID, or undefined while still reading. Tables are
 * read as a whole because one query for a thousand rows is faster than sixty queries. The queries are separate so that
 * a changed pause does not cause the answers to be read again.
 */
export const useSyncStatuses = (): ReadonlyMap<string, SyncStatus> | undefined => {
  const { store } = useDevice();
  const { sending } = useSyncState();
  const { outbox, pictures, pauses } = store.database;
  const entries = useLiveQuery(() => outbox.toArray(), [outbox]);
  const allPictures = useLiveQuery(() => pictures.toArray(), [pictures]);
  const allPauses = useLiveQuery(() => pauses.toArray(), [pauses]);
  return useMemo(() => {
    if (!entries || !allPictures || !allPauses) return undefined;
    const picturesByInspection = Map.groupBy(allPictures, ({ inspectionId }) => inspectionId);
    const pauseByInspection = new Map(allPauses.map((pause) => [pause.inspectionId, pause]));
    return new Map(
      [...Map.groupBy(entries, ({ inspectionId }) => inspectionId)].map(([id, unsent]) => [
        id,
        determineSyncStatus(unsent, picturesByInspection.get(id) ?? [], {
          pause: pauseByInspection.get(id),
          isSending: sending.has(id),
        }),
      ]),
    );
  }, [entries, allPictures, allPauses, sending]);
};
