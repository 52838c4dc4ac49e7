import { Worker } from 'node:worker_threads';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import { tooMuchAtOnce } from '#service/admission/admission-problems.ts';
import { currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueueLimits } from '#service/admission/fair-queue.ts';
import { serverOverloaded } from '#service/http/request-problems.ts';
import { Unreadable } from './unreadable.ts';

/*
 * Reading somebody's file takes up to seconds and hundreds of megabytes. It is done in a thread of its own, which may be
 * ended at any time, so that others never wait for it and nothing that a file does brings the process down.
 */

/** What a thread answers: what it has made, or why it refuses. */
export type WorkerAnswer = { done: unknown } | { refused: Sentence };

export type Workers = {
  /** Does a job in a thread of its own when it is the caller's turn; ends it when `abort` fires. */
  run(data: unknown, abort: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
};

export type WorkerLimits = Pick<FairQueueLimits, 'places' | 'waiting'> & {
  turn: number;
  time: number;
  memory: number;
};

const workerLimits: WorkerLimits = {
  /** Jobs at once: a server has few cores, and others need them too. */
  places: { user: 1, tenant: 2, server: 2 },
  /** Milliseconds: for a turn, beyond which the caller is told to come back, and for the job itself. */
  turn: 5_000,
  time: 10_000,
  waiting: { user: 5, tenant: 10, server: 50 },
  /** Megabytes of what a thread makes of a file. */
  memory: 512,
};

/** Threads that run a script: it reads `workerData` and posts one `WorkerAnswer`. */
export const createWorkers = (script: URL, limits: WorkerLimits = workerLimits): Workers => {
  const { places, waiting, turn: patience } = limits;
  const queue = createFairQueue({ places, waiting, patience, refuse: (limit) => tooMuchAtOnce(limit) });
  const running = new Set<Worker>();

  return {
    run: async (data, abort) => {
      const leave = await Promise.resolve(queue.take(currentCaller(), abort)).catch((error: unknown) => {
        throw abort.aborted ? serverOverloaded() : error;
      });
      let worker: Worker | undefined;
      try {
        worker = new Worker(script, {
          workerData: data,
          resourceLimits: { maxOldGenerationSizeMb: limits.memory },
        });
        running.add(worker);
        return await answerOf(worker, limits.time, abort);
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

const answerOf = async (worker: Worker, time: number, abort: AbortSignal): Promise<unknown> => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => reject(tooCostly()), time);
  const giveUp = () => reject(serverOverloaded());
  if (abort.aborted) giveUp();
  abort.addEventListener('abort', giveUp);
  worker.on('message', (answer: WorkerAnswer) => {
    if ('done' in answer) resolve(answer.done);
    else reject(new Unreadable(answer.refused));
  });
  worker.on('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly() : error),
  );
  // Ended from outside, it has nothing more to say.
  worker.on('exit', giveUp);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    abort.removeEventListener('abort', giveUp);
    await worker.terminate();
  }
};

const tooCostly = () => new Unreadable(sentence`The file takes too much time or memory to read.`);
