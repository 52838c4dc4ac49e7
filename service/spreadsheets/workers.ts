import { Worker } from 'node:worker_threads';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueueLimits } from '#service/admission/fair-queue.ts';
import { serverOverloaded } from '#service/http/request-problems.ts';
import { Unreadable } from './unreadable.ts';

/*
 * Reading an uploaded file can take seconds and hundreds of megabytes. Each file is read in its own thread, which can be
 * ended at any time, so that other requests do not wait and no file can crash the process.
 */

/** The reply of a thread: its result, or why it rejects the file. */
export type WorkerResponse = { done: unknown } | { rejected: Sentence };

export type Workers = {
  /** Runs a job in its own thread when it is the caller's turn; ends the thread when `abort` fires. */
  run(data: unknown, abort: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
};

export type WorkerLimits = Pick<FairQueueLimits, 'slots' | 'waiting'> & {
  turn: number;
  time: number;
  memory: number;
};

const workerLimits: WorkerLimits = {
  /** Concurrent jobs: a server has few cores, and other requests need them too. */
  slots: { user: 1, tenant: 2, server: 2 },
  /** Milliseconds to wait for a turn, after which the client is asked to retry, and milliseconds for the job itself. */
  turn: 5_000,
  time: 10_000,
  waiting: { user: 5, tenant: 10, server: 50 },
  /** Megabytes of JavaScript heap per thread. */
  memory: 512,
};

/** Creates threads that run a script, which reads `workerData` and posts one `WorkerResponse`. */
export const createWorkers = (script: URL, limits: WorkerLimits = workerLimits): Workers => {
  const { slots, waiting, turn: patience } = limits;
  const queue = createFairQueue({
    slots,
    waiting,
    maxWaitMs: patience,
    createError: (limit) => tooManyRequests(limit),
  });
  const running = new Set<Worker>();

  return {
    run: async (data, abort) => {
      const leave = await Promise.resolve(queue.acquire(currentCaller(), abort)).catch((error: unknown) => {
        throw abort.aborted ? serverOverloaded() : error;
      });
      let worker: Worker | undefined;
      try {
        worker = new Worker(script, {
          workerData: data,
          resourceLimits: { maxOldGenerationSizeMb: limits.memory },
        });
        running.add(worker);
        return await waitForResponse(worker, limits.time, abort);
      } finally {
        if (worker) running.delete(worker);
        leave();
      }
    },
    close: async () => {
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
};

const waitForResponse = async (worker: Worker, time: number, abort: AbortSignal): Promise<unknown> => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => reject(tooCostly()), time);
  const giveUp = () => reject(serverOverloaded());
  if (abort.aborted) giveUp();
  abort.addEventListener('abort', giveUp);
  worker.on('message', (response: WorkerResponse) => {
    if ('done' in response) resolve(response.done);
    else reject(new Unreadable(response.rejected));
  });
  worker.on('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly() : error),
  );
  // The thread was ended from outside, so no response will follow.
  worker.on('exit', giveUp);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    abort.removeEventListener('abort', giveUp);
    await worker.terminate();
  }
};

const tooCostly = () => new Unreadable(sentence`Reading the file takes too much time or memory.`);
