import { setTimeout } from 'node:timers/promises';
import { limitLogSize } from './postgres-log.ts';
import { checkReadiness, waitForDisconnect } from './postgres-readiness.ts';
import { ensureRunning, type Postmaster } from './postmaster.ts';
import { withExclusiveLock } from './process-lock.ts';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
const RECHECK_AFTER_MS = 1_000;

/** If several server processes share PostgreSQL, the first to notice that it exited restarts it. */
export const keepRunning = async (postmaster: Postmaster, signal: AbortSignal): Promise<void> => {
  try {
    while (!signal.aborted) {
      await waitForDisconnect(postmaster.address, signal);
      if (signal.aborted) return;
      if ((await checkReadiness(postmaster.address)) === 'absent') await restart(postmaster, signal);
      // PostgreSQL disconnects immediately while shutting down or unable to start more processes.
      else await setTimeout(RECHECK_AFTER_MS, undefined, { signal });
      await limitLogSize(postmaster.folder.logFile);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

const restart = async (postmaster: Postmaster, signal: AbortSignal): Promise<void> => {
  postmaster.log.warn('PostgreSQL has exited and will be restarted');
  for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, LAST_RETRY_MS)) {
    try {
      await withExclusiveLock(postmaster.folder.changeLock, () => ensureRunning(postmaster, signal), signal);
      postmaster.log.info('PostgreSQL accepts connections again');
      return;
    } catch (error) {
      signal.throwIfAborted();
      postmaster.log.warn(`${(error as Error).message} Retrying.`);
    }
    await setTimeout(delayMs, undefined, { signal });
  }
};
