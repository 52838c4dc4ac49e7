export type PeriodicTask = { stop(): Promise<void> };

/** Runs `work` repeatedly, pausing for `intervalMs` after each run. `stop` waits for any run in progress. */
export const runPeriodically = (
  intervalMs: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): PeriodicTask => {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  const next = () => {
    if (!isStopped) timer = setTimeout(start, intervalMs);
  };
  const start = () => {
    running = work().catch(onFailure).finally(next);
  };
  next();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer!);
      await running;
    },
  };
};
