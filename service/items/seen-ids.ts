import { hash } from 'node:crypto';

/**
 * The external ids that a file had already, with their lines. Takes 24 bytes for each, whatever its length; a Map of a
 * million texts would take a hundred megabytes. It stores half of an MD5 hash: the probability that two of a million ids
 * have the same is less than one in ten million.
 */
export const createSeenIds = () => {
  let slots = 1 << 12;
  let count = 0;
  let table = new Uint32Array(slots * 3);

  /** The slot of a key, or the free one where it belongs. */
  const slotOf = (high: number, low: number): number => {
    let slot = low & (slots - 1);
    while (table[slot * 3 + 2] !== 0 && (table[slot * 3] !== high || table[slot * 3 + 1] !== low)) {
      slot = (slot + 1) & (slots - 1);
    }
    return slot * 3;
  };

  const grow = () => {
    const full = table;
    slots *= 2;
    table = new Uint32Array(slots * 3);
    for (let index = 0; index < full.length; index += 3) {
      if (full[index + 2] !== 0)
        table.set(full.subarray(index, index + 3), slotOf(full[index]!, full[index + 1]!));
    }
  };

  return {
    /** Adds an id; returns the line of its first occurrence if it was added before. Lines count from 1. */
    add: (id: string, line: number): number | undefined => {
      const key = hash('md5', id, 'buffer');
      const [high, low] = [key.readUInt32LE(0), key.readUInt32LE(4)];
      const at = slotOf(high, low);
      if (table[at + 2] !== 0) return table[at + 2]!;
      table.set([high, low, line], at);
      if (++count > slots / 2) grow();
      return undefined;
    },
  };
};
