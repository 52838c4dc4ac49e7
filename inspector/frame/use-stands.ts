import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { type Stand, standOf } from '#inspector/store/stand-of-inspection.ts';
import { useDevice, useStep } from './device.ts';

/**
 * Where each inspection stands of which the server has not heard all, by its id; undefined while the device looks. Tables are
 * read whole and each by itself: a thousand rows at once take less than sixty one by one, and a queue that waits a little
 * longer makes no answers be read.
 */
export const useStands = (): ReadonlyMap<string, Stand> | undefined => {
  const { store } = useDevice();
  const { sending } = useStep();
  const { commands, pictures, queues } = store.database;
  const waiting = useLiveQuery(() => commands.toArray(), [commands]);
  const made = useLiveQuery(() => pictures.toArray(), [pictures]);
  const standing = useLiveQuery(() => queues.toArray(), [queues]);
  return useMemo(() => {
    if (!waiting || !made || !standing) return undefined;
    const picturesOf = Map.groupBy(made, ({ inspectionId }) => inspectionId);
    const queueOf = new Map(standing.map((queue) => [queue.inspectionId, queue]));
    return new Map(
      [...Map.groupBy(waiting, ({ inspectionId }) => inspectionId)].map(([id, own]) => [
        id,
        standOf(own, picturesOf.get(id) ?? [], { queue: queueOf.get(id), isSending: sending.has(id) }),
      ]),
    );
  }, [waiting, made, standing, sending]);
};
