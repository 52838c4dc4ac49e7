import type { Log } from './log.ts';

/** The grace period for requests in flight (R4). */
const GRACE_MS = 10_000;

/** A single Ctrl-C may arrive twice within this time: from the terminal and from npm. */
const SAME_REQUEST_MS = 1_000;

/** Waits for SIGTERM or Ctrl-C. The process exits after GRACE_MS, or immediately on a second Ctrl-C. */
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
