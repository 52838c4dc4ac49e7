/** Lets readers that woke together share a read if they see the same data and are at the same position. */
export type SharedReads<Page> = {
  /** Call this when a reader wakes. Reads that started earlier are too old for it. */
  wakeUp(): number;
  /** Returns a page read since the reader woke, whether by another reader with the same key or by this one. */
  read(key: string, wokenAt: number, read: () => Promise<Page>): Promise<Page>;
};

/** The number of cached pages. A page may take half a megabyte. */
const CACHE_SIZE = 20;

export const createSharedReads = <Page>(): SharedReads<Page> => {
  const latest = new Map<string, { startedAt: number; page: Promise<Page> }>();
  let clock = 0;
  return {
    wakeUp: () => ++clock,
    read: (key, wokenAt, read) => {
      const cached = latest.get(key);
      if (cached && cached.startedAt > wokenAt) return cached.page;
      const page = read();
      latest.delete(key);
      latest.set(key, { startedAt: ++clock, page });
      page.catch(() => latest.delete(key));
      if (latest.size > CACHE_SIZE) latest.delete(latest.keys().next().value!);
      return page;
    },
  };
};
