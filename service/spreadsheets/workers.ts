import { Worker } from 'node:worker_threads';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import { serverOverloaded } from '#service/http/request-problems.ts';
import { Unreadable } from './unreadable.ts';

/*
 * Reading somebody's file takes up to seconds and hundreds of megabytes. It is done in a thread of its own, which may be
 * ended at any time, so that others never wait for it and nothing that a file does brings the process down.
 */

/** What a thread answers: what it has made, or why it refuses. */
export type WorkerAnswer = { done: unknown } | { refused: Sentence };

export type Workers = {
  /** Does a job in a thread of its own when it is the tenant's turn; ends it when `abort` fires. */
  run(job: { tenantId: number; data: unknown }, abort: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
};

export type WorkerLimits = typeof workerLimits;

const workerLimits = {
  /** Jobs at once, of which a tenant has one: a server has few cores, and others need them too. */
  atOnce: 2,
  /** Milliseconds: for a turn, beyond which the caller is told to come back, and for the job itself. */
  turn: 5_000,
  time: 10_000,
  /** Callers that wait for a turn: of all, and of one tenant. */
  waiting: 50,
  waitingOfTenant: 5,
  /** Megabytes of what a thread makes of a file. */
  memory: 512,
};

type Waiting = { tenantId: number; start: () => void };

/** Threads that run a script: it reads `workerData` and posts one `WorkerAnswer`. */
export const createWorkers = (script: URL, limits: WorkerLimits = workerLimits): Workers => {
  const running = new Map<number, Worker | undefined>();
  let waiting: Waiting[] = [];

  const next = () => {
    const turn = waiting.find(({ tenantId }) => !running.has(tenantId));
    if (turn === undefined || running.size >= limits.atOnce) return;
    waiting = waiting.filter((each) => each !== turn);
    running.set(turn.tenantId, undefined);
    turn.start();
  };
  const waitForTurn = (tenantId: number, abort: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const turn = { tenantId, start: resolve };
      const giveUp = () => {
        waiting = waiting.filter((each) => each !== turn);
        reject(serverOverloaded());
      };
      const ofTenant = waiting.filter((each) => each.tenantId === tenantId).length;
      const isFull = waiting.length >= limits.waiting || ofTenant >= limits.waitingOfTenant;
      if (isFull || abort.aborted) return giveUp();
      waiting.push(turn);
      AbortSignal.any([abort, AbortSignal.timeout(limits.turn)]).addEventListener('abort', giveUp);
      next();
    });

  return {
    run: async ({ tenantId, data }, abort) => {
      await waitForTurn(tenantId, abort);
      try {
        const worker = new Worker(script, {
          workerData: data,
          resourceLimits: { maxOldGenerationSizeMb: limits.memory },
        });
        running.set(tenantId, worker);
        return await answerOf(worker, limits.time, abort);
      } finally {
        running.delete(tenantId);
        next();
      }
    },
    close: async () => {
      await Promise.all([...running.values()].map((worker) => worker?.terminate()));
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
