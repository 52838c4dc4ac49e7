/** Chance that a seed repeats (mulberry32): numbers from 0 up to 1. */
export type Random = () => number;

export const randomFrom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** One of the names, each as often as its weight says. */
export const choose = <Name extends string>(
  random: Random,
  weights: Readonly<Record<Name, number>>,
): Name => {
  const names = Object.keys(weights) as Name[];
  let left = random() * names.reduce((sum, name) => sum + weights[name], 0);
  for (const name of names) {
    left -= weights[name];
    if (left < 0) return name;
  }
  return names[0]!;
};
