import type { Log } from './log.ts';

/** Time for requests in flight to finish (R4). After that, the process exits. */
const GRACE_MS = 10_000;

/** A single Ctrl-C may arrive twice, from the terminal and from npm. Only a later one is a second Ctrl-C. */
const SAME_REQUEST_MS = 1_000;

/**
 * Resolves when the operator stops the process with SIGTERM or Ctrl-C. The process exits ten seconds later, or
 * immediately at a second Ctrl-C.
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
