/** Shares reads between readers that were woken together, if they see the same data and are at the same position. */
export type ShareReads<Page> = {
  /** Call it when a reader wakes: earlier reads are too old for it. */
  wakeUp(): number;
  /** Returns a page read after the reader woke: that of another reader with the same key, or a new one. */
  read(key: string, wokenAt: number, read: () => Promise<Page>): Promise<Page>;
};

/** Number of cached pages. It is small because users take turns, and a page may have half a megabyte. */
const CACHE_SIZE = 20;

export const createShareReads = <Page>(): ShareReads<Page> => {
  const latest = new Map<string, { startedAt: number; page: Promise<Page> }>();
  let moment = 0;
  return {
    wakeUp: () => ++moment,
    read: (key, wokenAt, read) => {
      const known = latest.get(key);
      if (known && known.startedAt > wokenAt) return known.page;
      const page = read();
      latest.delete(key);
      latest.set(key, { startedAt: ++moment, page });
      page.catch(() => latest.delete(key));
      if (latest.size > CACHE_SIZE) latest.delete(latest.keys().next().value!);
      return page;
    },
  };
};
