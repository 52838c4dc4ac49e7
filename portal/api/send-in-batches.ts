/** Splits a list into batches of the maximum request size. */
export const splitIntoBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, batch) =>
    items.slice(batch * size, (batch + 1) * size),
  );

/**
 * Sends the batches one after the other until one fails. Rejects if the first batch fails; otherwise returns the
 * results so far along with the error (`problem`).
 */
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
