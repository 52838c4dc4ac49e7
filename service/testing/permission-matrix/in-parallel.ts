/** Below the number of connections that the service has. */
const CONCURRENCY = 8;

/** Processes items in parallel, a few at a time; returns the results in order. */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const waiting = items.entries();
  const processNext = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, processNext));
  return results;
};
