import { threadTime } from '#workbook-engine/testing/measure-growth.ts';

/**
 * Measures the processor time (ms) of the longest turn of the event loop during `work`, so that it does not matter if
 * the machine is busy.
 */
export const measureLongestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [previous, longest] = [threadTime(), 0];
  const measure = () => {
    const now = threadTime();
    longest = Math.max(longest, now - previous);
    previous = now;
  };
  const timer = setInterval(measure, 1);
  try {
    await work();
    // The work may have ended in the current turn.
    measure();
  } finally {
    clearInterval(timer);
  }
  return longest / 1_000;
};
