/** Must be smaller than the service's connection pool. */
const CONCURRENCY = 8;

/** Processes items with limited concurrency and returns the results in order. */
export const runInParallel = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const queue = items.entries();
  const processNext = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, processNext));
  return results;
};
