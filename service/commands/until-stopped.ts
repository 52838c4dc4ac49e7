import type { Log } from './log.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** What is in flight gets this long (R4); then the process ends whatever still runs. */
const GRACE_MS = 10_000;

/** Resolves when the operator asks the process to stop. A second request, or ten seconds, ends it at once. */
export const untilStopped = (log: Log): Promise<void> =>
  new Promise((resolve) => {
    const stop = (signal: string) => {
      log.info({ signal }, 'stopping');
      setTimeout(() => {
        log.error('stopping took longer than ten seconds');
        process.exit(1);
      }, GRACE_MS).unref();
      for (const name of SIGNALS) process.on(name, () => process.exit(1));
      resolve();
    };
    for (const name of SIGNALS) process.once(name, stop);
  });
