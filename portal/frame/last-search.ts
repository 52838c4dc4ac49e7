const left = new Map<string, object>();

/** How a page was left: its filters, order and what was open. */
export const rememberSearch = (path: string, search: object): void => {
  // The page that was left last comes last.
  left.delete(path);
  left.set(path, search);
};

/** The last search of the page since the portal was opened; empty when it was not visited. */
export const lastSearchOf = (path: string): object => left.get(path) ?? {};

/** Which of these pages was left last. */
export const lastLeftOf = <Path extends string>(paths: readonly Path[]): Path | undefined =>
  [...left.keys()].findLast((path): path is Path => paths.includes(path as Path));
