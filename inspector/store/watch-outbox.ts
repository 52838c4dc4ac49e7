import { liveQuery } from 'dexie';
import type { Store } from './store.ts';

/** Calls whenever there is more or less to be told, in whichever window it was said; returns how to end that. */
export const watchOutbox = ({ database }: Store, onChange: () => void): (() => void) => {
  const subscription = liveQuery(() =>
    Promise.all([database.commands.count(), database.queues.count()]),
  ).subscribe(onChange);
  return () => subscription.unsubscribe();
};
