/** Lets readers woken together share a read if they see the same data from the same position. */
export type SharedReads<Page> = {
  /** Returns the wake-up time. Reads that started earlier may lack the change that woke the reader. */
  wakeUp(): number;
  /** Returns a page read after the reader was woken. */
  read(key: string, wokenAt: number, read: () => Promise<Page>): Promise<Page>;
};

/** A page can be up to half a megabyte. */
const CACHE_SIZE = 20;

export const createSharedReads = <Page>(): SharedReads<Page> => {
  const latestReads = new Map<string, { startedAt: number; page: Promise<Page> }>();
  let clock = 0;
  return {
    wakeUp: () => ++clock,
    read: (key, wokenAt, read) => {
      const latestRead = latestReads.get(key);
      if (latestRead && latestRead.startedAt > wokenAt) return latestRead.page;
      const page = read();
      latestReads.delete(key);
      latestReads.set(key, { startedAt: ++clock, page });
      page.catch(() => latestReads.delete(key));
      if (latestReads.size > CACHE_SIZE) latestReads.delete(latestReads.keys().next().value!);
      return page;
    },
  };
};
