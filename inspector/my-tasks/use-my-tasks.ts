import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useDevice } from '#inspector/frame/device.ts';
import { useStands } from '#inspector/frame/use-stands.ts';
import { readFact } from '#inspector/store/facts.ts';
import type { Stand } from '#inspector/store/stand-of-inspection.ts';
import { dayText } from '#kit/days.ts';
import { findTasks } from './find-tasks.ts';
import { type Group, groupTasks } from './group-tasks.ts';

type MyTasks = {
  groups: readonly Group[];
  stands: ReadonlyMap<string, Stand>;
  /** Once everything that the server has was here. */
  wasSynced: boolean;
};

/** The tasks of who has this device in which all that is `sought` is found; undefined while the device looks. */
export const useMyTasks = (sought: string): MyTasks | undefined => {
  const { store, owner } = useDevice();
  const { database } = store;
  // Apart, so that an answer that is sent does not make hundreds of tasks be read anew.
  const tasks = useLiveQuery(() => database.tasks.toArray(), [database]);
  const inspections = useLiveQuery(() => database.inspections.toArray(), [database]);
  const facts = useLiveQuery(async () => {
    const [syncedAt, understood] = await Promise.all([
      readFact(store, 'syncedAt'),
      readFact(store, 'understood'),
    ]);
    return { wasSynced: syncedAt !== undefined, understood: new Set(understood) };
  }, [store]);
  const stands = useStands();
  const found = useMemo(() => tasks && findTasks(tasks, sought), [tasks, sought]);
  return useMemo(() => {
    if (!found || !inspections || !facts || !stands) return undefined;
    const groups = groupTasks(found, inspections, {
      now: store.now(),
      userId: owner.id,
      dayOf: (instant) => dayText(new Date(instant)),
      untold: new Set(stands.keys()),
      understood: facts.understood,
    });
    return { groups, stands, wasSynced: facts.wasSynced };
  }, [found, inspections, facts, stands, owner.id, store]);
};
