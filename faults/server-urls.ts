/** The URLs of the running servers. `pick` returns them in turn, and waits while no server is running. */
export type ServerUrls = {
  open(url: string): void;
  close(url: string): void;
  pick(): Promise<string>;
};

export const createServerUrls = (...urls: string[]): ServerUrls => {
  const openUrls = new Set(urls);
  let nextOpening = Promise.withResolvers<void>();
  let index = 0;
  return {
    open: (url) => {
      openUrls.add(url);
      nextOpening.resolve();
      nextOpening = Promise.withResolvers();
    },
    close: (url) => void openUrls.delete(url),
    pick: async () => {
      while (openUrls.size === 0) await nextOpening.promise;
      return [...openUrls][index++ % openUrls.size]!;
    },
  };
};
