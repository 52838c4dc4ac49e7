const searches = new Map<string, object>();

/** Stores the filters, sort order and open item of a page that the user leaves. */
export const rememberSearch = (path: string, search: object): void => {
  // Moves the page to the end: the map is ordered by the last visit.
  searches.delete(path);
  searches.set(path, search);
};

/** The last search of the page since the portal was opened; empty when it was not visited. */
export const lastSearchOf = (path: string): object => searches.get(path) ?? {};

/** The page among these that was visited last. */
export const lastVisitedPath = <Path extends string>(paths: readonly Path[]): Path | undefined =>
  [...searches.keys()].findLast((path): path is Path => paths.includes(path as Path));
