import { createContext, useContext, useSyncExternalStore } from 'react';

/** What does not lie on the disk yet. */
export type Unkept = {
  set(what: object, isUnkept: boolean): void;
  /** Until it is over, something is not kept. */
  during<Result>(writing: Promise<Result>): Promise<Result>;
  subscribe(onChange: () => void): () => void;
  isSome(): boolean;
};

export const createUnkept = (): Unkept => {
  const unkept = new Set<object>();
  const listeners = new Set<() => void>();
  const set = (what: object, isUnkept: boolean) => {
    if (isUnkept) unkept.add(what);
    else unkept.delete(what);
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
    isSome: () => unkept.size > 0,
  };
};

const Context = createContext<Unkept | null>(null);
export const UnkeptProvider = Context.Provider;

export const useUnkept = (): Unkept => useContext(Context)!;

/** Whether all that is in sight lies on the disk. */
export const useIsKept = (): boolean => {
  const { subscribe, isSome } = useUnkept();
  return !useSyncExternalStore(subscribe, isSome);
};
