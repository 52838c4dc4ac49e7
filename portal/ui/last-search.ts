const searches = new Map<string, object>();

/** Stores the search parameters of a page that the user leaves. */
export const rememberSearch = (path: string, search: object): void => {
  // Moves the page to the end of the map, which is in the order of visits.
  searches.delete(path);
  searches.set(path, search);
};

/** The search parameters of the last visit to a page; empty if it was not visited since the portal was loaded. */
export const readLastSearch = (path: string): object => searches.get(path) ?? {};

/** The most recently visited of these pages. */
export const lastVisitedPath = <Path extends string>(paths: readonly Path[]): Path | undefined =>
  [...searches.keys()].findLast((path): path is Path => paths.includes(path as Path));
