import type { Log } from './log.ts';

/** What is in flight gets this long (R4); then the process ends whatever still runs. */
const GRACE_MS = 10_000;

/** One Ctrl-C may arrive twice, from the terminal and from npm; an impatient person takes longer than this. */
const SAME_REQUEST_MS = 1_000;

/**
 * Resolves when the operator asks the process to stop, by SIGTERM or Ctrl-C. Ten seconds later, or at another Ctrl-C,
 * it ends at once.
 */
export const untilStopped = (log: Log): Promise<void> =>
  new Promise((resolve) => {
    let askedAt: number | undefined;
    const stop = (signal: NodeJS.Signals) => {
      if (askedAt !== undefined) {
        if (signal === 'SIGINT' && performance.now() - askedAt > SAME_REQUEST_MS) process.exit(1);
        return;
      }
      askedAt = performance.now();
      log.info({ signal }, 'stopping');
      setTimeout(() => {
        log.error({ open: process.getActiveResourcesInfo() }, 'stopping took longer than ten seconds');
        process.exit(1);
      }, GRACE_MS).unref();
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
