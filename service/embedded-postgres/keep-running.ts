import { setTimeout } from 'node:timers/promises';
import { askReadiness, hangUp } from './postgres-greeting.ts';
import { boundLog } from './postgres-log.ts';
import { ensureRunning, type Postmaster } from './postmaster.ts';
import { whileLocked } from './process-lock.ts';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
const LOOK_AGAIN_MS = 1_000;

/**
 * Watches PostgreSQL and starts it again when it ends by itself, until the signal aborts; never rejects. Of several
 * server processes that see it end, the first starts it and the others find it running.
 */
export const keepRunning = async (postmaster: Postmaster, signal: AbortSignal): Promise<void> => {
  try {
    while (!signal.aborted) {
      await hangUp(postmaster.address, signal);
      if (signal.aborted) return;
      if ((await askReadiness(postmaster.address)) === 'absent') await startAgain(postmaster, signal);
      // It hangs up at once while it is ending or out of processes; else this is the tick of a minute.
      else await setTimeout(LOOK_AGAIN_MS, undefined, { signal });
      await boundLog(postmaster.folder.logFile);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

const startAgain = async (postmaster: Postmaster, signal: AbortSignal): Promise<void> => {
  postmaster.log.warn('PostgreSQL has ended; starting it again');
  for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, LAST_RETRY_MS)) {
    try {
      await whileLocked(postmaster.folder.changeLock, () => ensureRunning(postmaster, signal), signal);
      postmaster.log.info('PostgreSQL takes connections again');
      return;
    } catch (error) {
      signal.throwIfAborted();
      postmaster.log.warn(`${(error as Error).message} Trying again.`);
    }
    await setTimeout(pause, undefined, { signal });
  }
};
