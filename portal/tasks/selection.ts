import { useSyncExternalStore } from 'react';

// The list, board and map share one selection of tasks.

let selected: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

const select = (ids: ReadonlySet<string>) => {
  selected = ids;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const selectTasks = (ids: Iterable<string>): void => select(new Set(ids));

export const addToSelection = (ids: Iterable<string>): void => select(new Set([...selected, ...ids]));

export const toggleTask = (id: string): void => {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  select(next);
};

export const clearSelection = (): void => select(new Set());

export const useSelection = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => selected);
