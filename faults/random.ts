/** A reproducible random number generator (mulberry32) that returns numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

export const createRandom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Picks one of the names, with a probability proportional to its weight. */
export const pickWeighted = <Name extends string>(
  random: Random,
  weights: Readonly<Record<Name, number>>,
): Name => {
  const names = Object.keys(weights) as Name[];
  let remainingWeight = random() * names.reduce((sum, name) => sum + weights[name], 0);
  for (const name of names) {
    remainingWeight -= weights[name];
    if (remainingWeight < 0) return name;
  }
  return names[0]!;
};
