import type { Log } from './log.ts';

/** How much time requests in flight have to finish (R4). After that, the process exits. */
const GRACE_MS = 10_000;

/**
 * A single Ctrl-C may be reported twice, by the terminal and by npm. Only a report that arrives later than
 * this counts as another Ctrl-C.
 */
const SAME_REQUEST_MS = 1_000;

/**
 * Waits for SIGTERM or Ctrl-C. The process exits ten seconds after that, or immediately when Ctrl-C is pressed again.
 */
export const waitForShutdown = (log: Log): Promise<void> =>
  new Promise((resolve) => {
    let requestedAt: number | undefined;
    const stop = (signal: NodeJS.Signals) => {
      if (requestedAt !== undefined) {
        if (signal === 'SIGINT' && performance.now() - requestedAt > SAME_REQUEST_MS) process.exit(1);
        return;
      }
      requestedAt = performance.now();
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
