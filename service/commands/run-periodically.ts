import { setTimeout } from 'node:timers/promises';

/** Pauses for `intervalMs` after each run. `stop` waits for the current run. */
export const runPeriodically = (
  intervalMs: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } => {
  const controller = new AbortController();
  const { signal } = controller;
  const pause = () => setTimeout(intervalMs, undefined, { signal }).catch(() => undefined);
  const runUntilStopped = async () => {
    for (await pause(); !signal.aborted; await pause()) await work().catch(onFailure);
  };
  const running = runUntilStopped();
  return {
    stop: () => {
      controller.abort();
      return running;
    },
  };
};
