import { createContext, useContext, useSyncExternalStore } from 'react';

export const createUnsavedTracker = () => {
  const unsavedSources = new Set<object>();
  const listeners = new Set<() => void>();
  const setUnsaved = (source: object, isUnsaved: boolean) => {
    if (isUnsaved) unsavedSources.add(source);
    else unsavedSources.delete(source);
    for (const listener of listeners) listener();
  };
  return {
    setUnsaved,
    track: async (write: Promise<unknown>) => {
      setUnsaved(write, true);
      try {
        await write;
      } finally {
        setUnsaved(write, false);
      }
    },
    subscribe: (onChange: () => void) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    hasUnsavedData: () => unsavedSources.size > 0,
  };
};

export type UnsavedTracker = ReturnType<typeof createUnsavedTracker>;

// The workbook preview stores nothing, so it has no provider.
const Context = createContext(createUnsavedTracker());
export const UnsavedProvider = Context.Provider;

export const useUnsavedTracker = (): UnsavedTracker => useContext(Context);

export const useIsSaved = (): boolean => {
  const { subscribe, hasUnsavedData } = useUnsavedTracker();
  return !useSyncExternalStore(subscribe, hasUnsavedData);
};
