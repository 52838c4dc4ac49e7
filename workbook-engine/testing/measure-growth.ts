/** Returns this thread's CPU time in microseconds. Other processes do not affect it. */
export const readThreadCpuTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** The minimum CPU time per measurement, in microseconds. The function is called repeatedly to reach it. */
const MIN_DURATION = 2_000;
const MAX_RUNS = 2_000;
const ROUNDS = 2;

/** Returns the CPU time of one run in microseconds. The minimum of two rounds excludes most garbage collection. */
export const measureCpuTime = (run: () => unknown): number => {
  run();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = readThreadCpuTime();
    let runs = 0;
    let duration = 0;
    do {
      run();
      runs++;
      duration = readThreadCpuTime() - start;
    } while (duration < MIN_DURATION && runs < MAX_RUNS);
    best = Math.min(best, duration / runs);
  }
  return best;
};

/** Like `measureCpuTime`, but for asynchronous work. */
export const measureAsyncCpuTime = async (run: () => Promise<unknown>): Promise<number> => {
  await run();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = readThreadCpuTime();
    let runs = 0;
    let duration = 0;
    do {
      await run();
      runs++;
      duration = readThreadCpuTime() - start;
    } while (duration < MIN_DURATION && runs < MAX_RUNS);
    best = Math.min(best, duration / runs);
  }
  return best;
};
