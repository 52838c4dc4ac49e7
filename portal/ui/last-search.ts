const searches = new Map<string, object>();

export const rememberSearch = (path: string, search: object): void => {
  // Moves the page to the end of the map, which is in visit order.
  searches.delete(path);
  searches.set(path, search);
};

export const readLastSearch = (path: string): object => searches.get(path) ?? {};

export const findLastVisitedPath = <Path extends string>(paths: readonly Path[]): Path | undefined =>
  [...searches.keys()].findLast((path): path is Path => paths.includes(path as Path));
