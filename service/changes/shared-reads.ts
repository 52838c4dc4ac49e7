/** Lets readers that were woken together share a read if they see the same data and are at the same position. */
export type SharedReads<Page> = {
  /** Returns the time of waking. Reads that started earlier may lack the change for which the reader was woken. */
  wakeUp(): number;
  /** Returns a page that was read after the reader was woken. */
  read(key: string, wokenAt: number, read: () => Promise<Page>): Promise<Page>;
};

/** A page may take half a megabyte. */
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
