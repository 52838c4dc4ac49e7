/** Connections that the service has for it, and some to spare. */
const AT_ONCE = 8;

/** Works on many things, a few at once; the results stand in their order. */
export const someAtOnce = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const waiting = items.entries();
  const goOn = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return results;
};
