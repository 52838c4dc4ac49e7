export type Repeating = { stop(): Promise<void> };

/** Runs `work` repeatedly, each time `everyMs` after the previous run ended. `stop` waits for a run in progress. */
export const runPeriodically = (
  everyMs: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Repeating => {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  const next = () => {
    if (!isStopped) timer = setTimeout(start, everyMs);
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
