type Waiting<Item, Outcome> = {
  item: Item;
  resolve: (outcome: Outcome | Promise<Outcome>) => void;
  reject: (error: unknown) => void;
};
type Line<Group, Item, Outcome> = { group: Group; waiting: Waiting<Item, Outcome>[] };

/**
 * Lets calls of one group that come at the same moment be written together. One write of a group runs at a time; who
 * comes meanwhile waits for the next, at most `most` together. A caller who is alone waits for nobody. `write` answers
 * its items in their order, or with promises of answers for which nobody else needs to wait.
 */
export const gather = <Group, Item, Outcome>(
  most: number,
  write: (group: Group, items: readonly Item[]) => Promise<readonly (Outcome | Promise<Outcome>)[]>,
): ((key: string, group: Group, item: Item) => Promise<Outcome>) => {
  const lines = new Map<string, Line<Group, Item, Outcome>>();

  const work = async (key: string, { group, waiting }: Line<Group, Item, Outcome>) => {
    while (waiting.length > 0) {
      const together = waiting.splice(0, most);
      try {
        const items = together.map(({ item }) => item);
        const outcomes = await write(group, items);
        for (const [index, { resolve }] of together.entries()) resolve(outcomes[index]!);
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    lines.delete(key);
  };

  return (key, group, item) =>
    new Promise((resolve, reject) => {
      const underWay = lines.get(key);
      if (underWay) {
        underWay.waiting.push({ item, resolve, reject });
        return;
      }
      const line = { group, waiting: [{ item, resolve, reject }] };
      lines.set(key, line);
      void work(key, line);
    });
};
