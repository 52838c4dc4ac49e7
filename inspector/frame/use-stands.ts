import { useLiveQuery } from 'dexie-react-hooks';
import { type Stand, standOf } from '#inspector/store/stand-of-inspection.ts';
import { useDevice, useStep } from './device.ts';

/** Where each inspection of which something is here stands, by its id; undefined while the device looks. */
export const useStands = (): ReadonlyMap<string, Stand> | undefined => {
  const { store } = useDevice();
  const { sending } = useStep();
  return useLiveQuery(async () => {
    const { commands, pictures, queues } = store.database;
    const [waiting, made, standing] = await Promise.all([
      commands.toArray(),
      pictures.toArray(),
      queues.toArray(),
    ]);
    const commandsOf = Map.groupBy(waiting, ({ inspectionId }) => inspectionId);
    const picturesOf = Map.groupBy(made, ({ inspectionId }) => inspectionId);
    const queueOf = new Map(standing.map((queue) => [queue.inspectionId, queue]));
    return new Map(
      [...commandsOf].map(([id, own]) => [
        id,
        standOf(own, picturesOf.get(id) ?? [], { queue: queueOf.get(id), isSending: sending.has(id) }),
      ]),
    );
  }, [store, sending]);
};
