type PendingCall<Item, Outcome> = {
  item: Item;
  resolve: (outcome: Outcome | Promise<Outcome>) => void;
  reject: (error: unknown) => void;
};
type Queue<Group, Item, Outcome> = { group: Group; pendingCalls: PendingCall<Item, Outcome>[] };

/**
 * Combines calls with the same key that arrive while a statement is running into the next statement. `execute` returns
 * one result per item, in order. The next statement does not wait for results that are promises.
 */
export const batchCalls = <Group, Item, Outcome>(
  max: number,
  execute: (group: Group, items: readonly Item[]) => Promise<readonly (Outcome | Promise<Outcome>)[]>,
): ((key: string, group: Group, item: Item) => Promise<Outcome>) => {
  const queues = new Map<string, Queue<Group, Item, Outcome>>();

  const drain = async (key: string, { group, pendingCalls }: Queue<Group, Item, Outcome>) => {
    while (pendingCalls.length > 0) {
      const batch = pendingCalls.splice(0, max);
      try {
        const items = batch.map(({ item }) => item);
        const outcomes = await execute(group, items);
        for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(key);
  };

  return (key, group, item) =>
    new Promise((resolve, reject) => {
      const activeQueue = queues.get(key);
      if (activeQueue) {
        activeQueue.pendingCalls.push({ item, resolve, reject });
        return;
      }
      const queue = { group, pendingCalls: [{ item, resolve, reject }] };
      queues.set(key, queue);
      void drain(key, queue);
    });
};
