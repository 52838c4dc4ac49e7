/** The addresses of the servers that run at the moment. Who calls takes turns, and waits while there is none. */
export type Addresses = {
  open(url: string): void;
  close(url: string): void;
  pick(): Promise<string>;
};

export const createAddresses = (...urls: string[]): Addresses => {
  const opened = new Set(urls);
  let some = Promise.withResolvers<void>();
  let turn = 0;
  return {
    open: (url) => {
      opened.add(url);
      some.resolve();
      some = Promise.withResolvers();
    },
    close: (url) => void opened.delete(url),
    pick: async () => {
      while (opened.size === 0) await some.promise;
      return [...opened][turn++ % opened.size]!;
    },
  };
};
