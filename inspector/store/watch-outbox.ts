import { liveQuery } from 'dexie';
import type { Store } from './store.ts';

/** Calls `onChange` when the outbox changes, in any window. Returns a function that stops it. */
export const watchOutbox = ({ database }: Store, onChange: () => void): (() => void) => {
  const subscription = liveQuery(() =>
    Promise.all([database.commands.count(), database.queues.count()]),
  ).subscribe(onChange);
  return () => subscription.unsubscribe();
};
