import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { readThreadCpuTime } from '#workbook-engine/testing/measure-growth.ts';

type Turn = { start: number; end: number; cpuTime: number };

/**
 * Measures the CPU time (ms) of the longest turn of the event loop during `work`. Unlike elapsed time, it does not
 * depend on how busy the machine is. Excludes garbage collection, whose duration (up to 60 ms) depends mainly on the
 * tests that ran earlier in this process.
 */
export const measureLongestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const collections = observeCollections();
  const turns: Turn[] = [];
  let [start, previousCpuTime] = [performance.now(), readThreadCpuTime()];
  const measure = () => {
    const [end, currentCpuTime] = [performance.now(), readThreadCpuTime()];
    turns.push({ start, end, cpuTime: (currentCpuTime - previousCpuTime) / 1_000 });
    [start, previousCpuTime] = [end, currentCpuTime];
  };
  const timer = setInterval(measure, 1);
  try {
    await work();
    // The work may have ended in the current turn.
    measure();
  } finally {
    clearInterval(timer);
  }
  const getCpuTime = await collections.end();
  return Math.max(...turns.map(getCpuTime));
};

/** Records when the garbage collector paused this thread. */
const observeCollections = () => {
  const collections: { start: number; duration: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime: start, duration } of list.getEntries()) collections.push({ start, duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    /** Stops recording. Returns a function that calculates the CPU time of a turn without garbage collection. */
    end: async () => {
      // Node reports collections in a later turn.
      await wait(1);
      observer.disconnect();
      return ({ start, end, cpuTime }: Turn): number =>
        collections
          .filter((collection) => collection.start >= start && collection.start < end)
          .reduce((time, { duration }) => time - duration, cpuTime);
    },
  };
};
