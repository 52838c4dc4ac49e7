import { useSyncExternalStore } from 'react';

// The list, the board and the map share one selection of tasks.

let selectedIds: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

const setSelection = (ids: ReadonlySet<string>) => {
  selectedIds = ids;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const selectTasks = (ids: Iterable<string>): void => setSelection(new Set(ids));

export const addToSelection = (ids: Iterable<string>): void =>
  setSelection(new Set([...selectedIds, ...ids]));

export const toggleTask = (id: string): void => {
  const newIds = new Set(selectedIds);
  if (!newIds.delete(id)) newIds.add(id);
  setSelection(newIds);
};

export const clearSelection = (): void => setSelection(new Set());

export const useSelection = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => selectedIds);
