export const splitIntoBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, batch) =>
    items.slice(batch * size, (batch + 1) * size),
  );

/** Sends one batch at a time. Rejects if the first batch fails. If a later batch fails, `problem` is its error. */
export const sendInBatches = async <Item, Result>(
  items: readonly Item[],
  size: number,
  send: (batch: Item[]) => Promise<Result>,
): Promise<{ results: Result[]; problem?: unknown }> => {
  const results: Result[] = [];
  for (const batch of splitIntoBatches(items, size)) {
    try {
      results.push(await send(batch));
    } catch (problem) {
      if (results.length === 0) throw problem;
      return { results, problem };
    }
  }
  return { results };
};
