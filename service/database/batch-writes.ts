type PendingCall<Item, Outcome> = {
  item: Item;
  resolve: (outcome: Outcome | Promise<Outcome>) => void;
  reject: (error: unknown) => void;
};
type Queue<Group, Item, Outcome> = { group: Group; pending: PendingCall<Item, Outcome>[] };

/**
 * Combines calls into batches. Calls with the same key that arrive during a write join the next write, of at
 * most `max` items. `write` returns results in the order of its items; a promise among them does not hold up
 * the next write.
 */
export const batchWrites = <Group, Item, Outcome>(
  max: number,
  write: (group: Group, items: readonly Item[]) => Promise<readonly (Outcome | Promise<Outcome>)[]>,
): ((key: string, group: Group, item: Item) => Promise<Outcome>) => {
  const queues = new Map<string, Queue<Group, Item, Outcome>>();

  const drain = async (key: string, { group, pending }: Queue<Group, Item, Outcome>) => {
    while (pending.length > 0) {
      const batch = pending.splice(0, max);
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
        active.pending.push({ item, resolve, reject });
        return;
      }
      const queue = { group, pending: [{ item, resolve, reject }] };
      queues.set(key, queue);
      void drain(key, queue);
    });
};
