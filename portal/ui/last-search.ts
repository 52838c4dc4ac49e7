const searches = new Map<string, object>();

/** Stores the search parameters of a page that the user is leaving. */
export const rememberSearch = (path: string, search: object): void => {
  // Moves the page to the end of the map, which is in order of visits.
  searches.delete(path);
  searches.set(path, search);
};

/**
 * The search parameters of the most recent visit to a page; empty if it has not been visited since the portal was
 * loaded.
 */
export const readLastSearch = (path: string): object => searches.get(path) ?? {};

/** Returns whichever of these pages was visited last. */
export const lastVisitedPath = <Path extends string>(paths: readonly Path[]): Path | undefined =>
  [...searches.keys()].findLast((path): path is Path => paths.includes(path as Path));
