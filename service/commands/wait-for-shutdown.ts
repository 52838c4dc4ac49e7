import type { Log } from './log.ts';

/** How long requests in flight have to finish (R4). After that, the process exits. */
const GRACE_MS = 10_000;

/** One Ctrl-C may be reported twice, by the terminal and by npm. Only a later report counts as another. */
const SAME_REQUEST_MS = 1_000;

/** Resolves on SIGTERM or Ctrl-C. The process exits after ten seconds, or at once on another Ctrl-C. */
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
