/** The URLs of the running servers. `pick` returns them in turn, and waits while there is none. */
export type Addresses = {
  open(url: string): void;
  close(url: string): void;
  pick(): Promise<string>;
};

export const createAddresses = (...urls: string[]): Addresses => {
  const opened = new Set(urls);
  let nextOpened = Promise.withResolvers<void>();
  let turn = 0;
  return {
    open: (url) => {
      opened.add(url);
      nextOpened.resolve();
      nextOpened = Promise.withResolvers();
    },
    close: (url) => void opened.delete(url),
    pick: async () => {
      while (opened.size === 0) await nextOpened.promise;
      return [...opened][turn++ % opened.size]!;
    },
  };
};
