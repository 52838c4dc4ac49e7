/** Processor time of this thread in microseconds, without that of other programs. */
const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** Work is repeated until it has taken this long, in microseconds. */
const LONG_ENOUGH = 2_000;
const MAX_RUNS = 2_000;
const ROUNDS = 2;

/** Processor time of one run in microseconds: the lesser of two rounds, since a pause to collect garbage is no work. */
export const timeOf = (run: () => unknown): number => {
  run();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const began = threadTime();
    let runs = 0;
    let took = 0;
    do {
      run();
      runs++;
      took = threadTime() - began;
    } while (took < LONG_ENOUGH && runs < MAX_RUNS);
    least = Math.min(least, took / runs);
  }
  return least;
};

/** The same for work that ends with a promise. */
export const timeOfPromised = async (run: () => Promise<unknown>): Promise<number> => {
  await run();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const began = threadTime();
    let runs = 0;
    let took = 0;
    do {
      await run();
      runs++;
      took = threadTime() - began;
    } while (took < LONG_ENOUGH && runs < MAX_RUNS);
    least = Math.min(least, took / runs);
  }
  return least;
};
