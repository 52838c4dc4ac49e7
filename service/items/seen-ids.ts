import { hash } from 'node:crypto';

/**
 * The external IDs of a file with their lines. An ID takes 24 bytes, whatever its length; a Map of a million strings would
 * take a hundred megabytes. Stores half of an MD5 hash: the probability that two of a million IDs have the same one is less
 * than one in ten million.
 */
export const createSeenIds = () => {
  let slots = 1 << 12;
  let count = 0;
  let table = new Uint32Array(slots * 3);

  /** The offset of a key, or of the free slot for it. */
  const slotOf = (high: number, low: number): number => {
    let slot = low & (slots - 1);
    while (table[slot * 3 + 2] !== 0 && (table[slot * 3] !== high || table[slot * 3 + 1] !== low)) {
      slot = (slot + 1) & (slots - 1);
    }
    return slot * 3;
  };

  const grow = () => {
    const previousTable = table;
    slots *= 2;
    table = new Uint32Array(slots * 3);
    for (let index = 0; index < previousTable.length; index += 3) {
      if (previousTable[index + 2] !== 0)
        table.set(
          previousTable.subarray(index, index + 3),
          slotOf(previousTable[index]!, previousTable[index + 1]!),
        );
    }
  };

  return {
    /** Adds an ID. If it was already added, returns the line of its first occurrence. Lines count from 1. */
    add: (id: string, line: number): number | undefined => {
      const key = hash('md5', id, 'buffer');
      const [high, low] = [key.readUInt32LE(0), key.readUInt32LE(4)];
      const offset = slotOf(high, low);
      if (table[offset + 2] !== 0) return table[offset + 2]!;
      table.set([high, low, line], offset);
      if (++count > slots / 2) grow();
      return undefined;
    },
  };
};
