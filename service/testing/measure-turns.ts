/**
 * Measures the processor time (ms) of the longest turn of the event loop during `work`, so that it does not matter if
 * the machine is busy.
 */
export const measureLongestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [previous, longest] = [process.threadCpuUsage(), 0];
  const measure = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - previous.user - previous.system);
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
