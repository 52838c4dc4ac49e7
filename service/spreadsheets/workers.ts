import { Worker } from 'node:worker_threads';
import { type Message, msg } from '#i18n/message.ts';
import { serverOverloaded } from '#service/admission/admission-problems.ts';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueueLimits } from '#service/admission/fair-queue.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

// Reading a file can take seconds and hundreds of MB. A separate thread can neither block nor crash the server.

export type WorkerResponse = { result: unknown } | { rejection: Message };

export type Workers = {
  /** Runs a job in its own thread, which is terminated when `signal` is aborted. */
  run(data: unknown, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
};

export type WorkerLimits = Pick<FairQueueLimits, 'slots' | 'waiting'> & {
  maxWaitMs: number;
  timeoutMs: number;
  heapMiB: number;
};

const workerLimits: WorkerLimits = {
  /** Leaves CPU time for other requests. */
  slots: { user: 1, tenant: 2, server: 2 },
  waiting: { user: 5, tenant: 10, server: 50 },
  maxWaitMs: 5_000,
  timeoutMs: 10_000,
  heapMiB: 512,
};

/** The script reads `workerData` and posts one `WorkerResponse`. */
export const createWorkers = (script: URL, limits: WorkerLimits = workerLimits): Workers => {
  const { timeoutMs, heapMiB, ...queueLimits } = limits;
  const queue = createFairQueue(queueLimits);
  const runningWorkers = new Set<Worker>();

  return {
    run: async (data, signal) => {
      using _slot = await Promise.resolve(queue.acquire(getCurrentCaller(), signal)).catch(
        (error: unknown) => {
          throw signal.aborted ? serverOverloaded() : error;
        },
      );
      const worker = new Worker(script, {
        workerData: data,
        resourceLimits: { maxOldGenerationSizeMb: heapMiB },
      });
      runningWorkers.add(worker);
      try {
        return await waitForResponse(worker, timeoutMs, signal);
      } finally {
        runningWorkers.delete(worker);
      }
    },
    close: async () => {
      await Promise.all([...runningWorkers].map((worker) => worker.terminate()));
    },
  };
};

const waitForResponse = async (worker: Worker, timeoutMs: number, signal: AbortSignal): Promise<unknown> => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => reject(createTooCostlyError()), timeoutMs);
  const rejectAsOverloaded = () => reject(serverOverloaded());
  if (signal.aborted) rejectAsOverloaded();
  signal.addEventListener('abort', rejectAsOverloaded);
  worker.on('message', (response: WorkerResponse) => {
    if ('result' in response) resolve(response.result);
    else reject(new UnreadableFileError(response.rejection));
  });
  worker.on('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? createTooCostlyError() : error),
  );
  // A terminated thread sends no response.
  worker.on('exit', rejectAsOverloaded);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', rejectAsOverloaded);
    await worker.terminate();
  }
};

const createTooCostlyError = () =>
  new UnreadableFileError(msg`Reading the file takes too much time or memory.`);
