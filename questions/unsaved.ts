import { createContext, useContext, useSyncExternalStore } from 'react';

/** Tracks data that is not on disk yet. */
export const createUnsavedTracker = () => {
  const unsaved = new Set<object>();
  const listeners = new Set<() => void>();
  const set = (source: object, isUnsaved: boolean) => {
    if (isUnsaved) unsaved.add(source);
    else unsaved.delete(source);
    for (const listener of listeners) listener();
  };
  return {
    set,
    track: async (write: Promise<unknown>) => {
      set(write, true);
      try {
        await write;
      } finally {
        set(write, false);
      }
    },
    subscribe: (onChange: () => void) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    hasUnsaved: () => unsaved.size > 0,
  };
};

export type UnsavedTracker = ReturnType<typeof createUnsavedTracker>;

// The workbook preview stores nothing, so it has no provider.
const Context = createContext(createUnsavedTracker());
export const UnsavedProvider = Context.Provider;

export const useUnsaved = (): UnsavedTracker => useContext(Context);

export const useIsSaved = (): boolean => {
  const { subscribe, hasUnsaved } = useUnsaved();
  return !useSyncExternalStore(subscribe, hasUnsaved);
};
