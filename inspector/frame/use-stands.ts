import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { type Stand, standOf } from '#inspector/store/stand-of-inspection.ts';
import { useDevice, useStep } from './device.ts';

/** Where each inspection stands of which the server has not heard all, by its id; undefined while the device looks. */
export const useStands = (): ReadonlyMap<string, Stand> | undefined => {
  const { store } = useDevice();
  const { sending } = useStep();
  const found = useLiveQuery(async () => {
    const { commands, pictures, queues } = store.database;
    const [waiting, standing] = await Promise.all([commands.toArray(), queues.toArray()]);
    const commandsOf = Map.groupBy(waiting, ({ inspectionId }) => inspectionId);
    // Not those of inspections that are done: a device has hundreds, and this is asked after each answer.
    const made = await pictures
      .where('inspectionId')
      .anyOf([...commandsOf.keys()])
      .toArray();
    return {
      commandsOf,
      picturesOf: Map.groupBy(made, ({ inspectionId }) => inspectionId),
      queueOf: new Map(standing.map((queue) => [queue.inspectionId, queue])),
    };
  }, [store]);
  return useMemo(
    () =>
      found &&
      new Map(
        [...found.commandsOf].map(([id, own]) => [
          id,
          standOf(own, found.picturesOf.get(id) ?? [], {
            queue: found.queueOf.get(id),
            isSending: sending.has(id),
          }),
        ]),
      ),
    [found, sending],
  );
};

/** How many inspections there are of which the server has not heard all. */
export const useUnsentCount = (): number => {
  const { store } = useDevice();
  return (
    useLiveQuery(
      async () => (await store.database.commands.orderBy('inspectionId').uniqueKeys()).length,
      [store],
    ) ?? 0
  );
};
