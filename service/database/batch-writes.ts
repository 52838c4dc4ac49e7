type Waiting<Item, Outcome> = {
  item: Item;
  resolve: (outcome: Outcome | Promise<Outcome>) => void;
  reject: (error: unknown) => void;
};
type Queue<Group, Item, Outcome> = { group: Group; waiting: Waiting<Item, Outcome>[] };

/**
 * Combines concurrent calls of one group into one write. One write per group runs at a time; calls that arrive during
 * it wait for the next one, at most `most` batch. A single call starts immediately. `write` returns the results in
 * the order of its items, or promises for results that others need not wait for.
 */
export const batchWrites = <Group, Item, Outcome>(
  max: number,
  write: (group: Group, items: readonly Item[]) => Promise<readonly (Outcome | Promise<Outcome>)[]>,
): ((key: string, group: Group, item: Item) => Promise<Outcome>) => {
  const queues = new Map<string, Queue<Group, Item, Outcome>>();

  const work = async (key: string, { group, waiting }: Queue<Group, Item, Outcome>) => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, max);
      try {
        const items = batch.map(({ item }) => item);
        const outcomes = await write(group, items);
        for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(key);
  };

  return (key, group, item) =>
    new Promise((resolve, reject) => {
      const active = queues.get(key);
      if (active) {
        active.waiting.push({ item, resolve, reject });
        return;
      }
      const queue = { group, waiting: [{ item, resolve, reject }] };
      queues.set(key, queue);
      void work(key, queue);
    });
};
