/** The URLs of the running servers. `pick` returns them in turn, and waits while no server is running. */
export type ServerUrls = {
  add(url: string): void;
  remove(url: string): void;
  pick(): Promise<string>;
};

export const createServerUrls = (...urls: string[]): ServerUrls => {
  const openUrls = new Set(urls);
  let nextAddition = Promise.withResolvers<void>();
  let index = 0;
  return {
    add: (url) => {
      openUrls.add(url);
      nextAddition.resolve();
      nextAddition = Promise.withResolvers();
    },
    remove: (url) => void openUrls.delete(url),
    pick: async () => {
      while (openUrls.size === 0) await nextAddition.promise;
      return [...openUrls][index++ % openUrls.size]!;
    },
  };
};
