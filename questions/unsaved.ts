import { createContext, useContext, useSyncExternalStore } from 'react';

/** Tracks data that is not on disk yet. */
export type UnsavedTracker = {
  set(source: object, isUnsaved: boolean): void;
  /** Tracks a write until it is finished. */
  during<Result>(writing: Promise<Result>): Promise<Result>;
  subscribe(onChange: () => void): () => void;
  isSome(): boolean;
};

export const createUnsavedTracker = (): UnsavedTracker => {
  const unsaved = new Set<object>();
  const listeners = new Set<() => void>();
  const set = (source: object, isUnsaved: boolean) => {
    if (isUnsaved) unsaved.add(source);
    else unsaved.delete(source);
    for (const listener of listeners) listener();
  };
  return {
    set,
    during: async (writing) => {
      set(writing, true);
      try {
        return await writing;
      } finally {
        set(writing, false);
      }
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    isSome: () => unsaved.size > 0,
  };
};

// The preview of a workbook stores nothing and has no provider.
const Context = createContext(createUnsavedTracker());
export const UnsavedProvider = Context.Provider;

export const useUnsaved = (): UnsavedTracker => useContext(Context);

/** Whether everything on the screen is on disk. */
export const useIsSaved = (): boolean => {
  const { subscribe, isSome } = useUnsaved();
  return !useSyncExternalStore(subscribe, isSome);
};
