export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  number(): number;
  /** Both ends are inclusive. */
  integer(from: number, to: number): number;
  pick<Choice>(choices: readonly Choice[]): Choice;
  chance(probability: number): boolean;
  shuffle<Entry>(entries: readonly Entry[]): Entry[];
};

/** Mulberry32 is small, and random enough for a demo. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (from: number, to: number) => from + Math.floor(number() * (to - from + 1));
  return {
    number,
    integer,
    pick: (choices) => choices[integer(0, choices.length - 1)]!,
    chance: (probability) => number() < probability,
    shuffle: (entries) => {
      const shuffled = [...entries];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = integer(0, last);
        [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
      }
      return shuffled;
    },
  };
};
