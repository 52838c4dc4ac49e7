import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { threadTime } from '#workbook-engine/testing/measure-growth.ts';

type Turn = { start: number; end: number; cpuTime: number };

/**
 * Measures the CPU time (ms) of the longest turn of the event loop during `work`, so that it does not matter if the
 * machine is busy. Garbage collection does not count: how long it takes depends mainly on the tests that ran before in
 * this process (up to 60 ms).
 */
export const measureLongestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const collections = observeCollections();
  const turns: Turn[] = [];
  let [start, previous] = [performance.now(), threadTime()];
  const measure = () => {
    const [end, now] = [performance.now(), threadTime()];
    turns.push({ start, end, cpuTime: (now - previous) / 1_000 });
    [start, previous] = [end, now];
  };
  const timer = setInterval(measure, 1);
  try {
    await work();
    // The work may have ended in the current turn.
    measure();
  } finally {
    clearInterval(timer);
  }
  const subtract = await collections.end();
  return Math.max(...turns.map(subtract));
};

/** Records when the garbage collector stopped this thread. */
const observeCollections = () => {
  const collections: { start: number; duration: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime: start, duration } of list.getEntries()) collections.push({ start, duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    /** Returns a function that gives the CPU time of a turn without garbage collection. */
    end: async () => {
      // Node reports collections in one of the next turns.
      await wait(1);
      observer.disconnect();
      return ({ start, end, cpuTime }: Turn): number =>
        collections
          .filter((collection) => collection.start >= start && collection.start < end)
          .reduce((time, { duration }) => time - duration, cpuTime);
    },
  };
};
