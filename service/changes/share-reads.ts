/** Shares reads between waiters that were woken together, if they may see the same and are at the same position. */
export type ShareReads<Page> = {
  /** To be asked when a waiter is woken: what was read before does not answer it. */
  wakeUp(): number;
  /** A read that began after the waiter was woken: that of another waiter with the same key, or its own. */
  read(key: string, wokenAt: number, read: () => Promise<Page>): Promise<Page>;
};

/** Pages that are remembered: users have their turns one after the other, and a page may have half a megabyte. */
const REMEMBERED = 20;

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
      if (latest.size > REMEMBERED) latest.delete(latest.keys().next().value!);
      return page;
    },
  };
};
