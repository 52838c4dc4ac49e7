import { setTimeout } from 'node:timers/promises';

/** Runs `work` repeatedly, pausing for `intervalMs` after each run. `stop` waits for any run in progress. */
export const runPeriodically = (
  intervalMs: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = () => setTimeout(intervalMs, undefined, { signal }).catch(() => undefined);
  const runUntilStopped = async () => {
    for (await pause(); !signal.aborted; await pause()) await work().catch(onFailure);
  };
  const running = runUntilStopped();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
};
