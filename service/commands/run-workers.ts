import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import type { Config } from '#service/config.ts';
import type { DatabaseConnection } from '#service/database/connect.ts';
import { createPasswords } from '#service/identity/passwords.ts';
import type { ProcessMetrics } from '#service/operation/serve-metrics.ts';
import { checkIdentity } from './check-identity.ts';
import type { Log } from './log.ts';
import { connectPool, connectSteward } from './open-database.ts';
import { type Running, serve } from './serve.ts';
import { untilStopped } from './until-stopped.ts';

/** A worker that dies is replaced after this long, so that one that cannot start does not spin. */
const REPLACE_AFTER_MS = 1_000;

/** A worker says that it listens, is told where the database is, and says at which address it serves. */
type FromWorker = 'listening' | { address: string } | { metrics: ProcessMetrics[]; question: number };
type ToWorker = DatabaseConnection;
/** Asks a serving worker for its metrics. */
type MetricsQuestion = { question: number };

/**
 * Serves with several processes that share one port (WORKERS). This one has prepared the database and keeps it running;
 * the workers hold no state of their own.
 */
export const runWorkers = async (
  { workers }: Config,
  connection: DatabaseConnection,
  log: Log,
): Promise<Running> => {
  // The primary would hand connections on to a worker that just died; the system does not.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // JSON knows no infinity, which the metrics have.
  cluster.setupPrimary({ serialization: 'advanced' });
  let isStopping = false;
  const running = new Set<Worker>();

  const employ = async (): Promise<string> => {
    const worker = cluster.fork();
    running.add(worker);
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      if (isStopping) return;
      log.error({ worker: worker.process.pid, code, signal }, 'a worker ended and is replaced');
      setTimeout(
        () => !isStopping && employ().catch((error) => log.error({ err: error }, 'a worker did not start')),
        REPLACE_AFTER_MS,
      );
    });
    const heard = async () => {
      const ended = once(worker, 'exit').then(() => undefined);
      return (await Promise.race([once(worker, 'message'), ended]))?.[0] as FromWorker | undefined;
    };
    await heard();
    worker.send(connection satisfies ToWorker);
    const answer = await heard();
    if (typeof answer !== 'object' || !('address' in answer))
      throw new Error('A worker process ended before it served; the log says why.');
    return answer.address;
  };

  const close = async () => {
    isStopping = true;
    await Promise.all(
      [...running].map((worker) => {
        const ended = once(worker, 'exit');
        worker.process.kill('SIGTERM');
        return ended;
      }),
    );
  };
  try {
    const [address] = await Promise.all(Array.from({ length: workers }, employ));
    return { address: address!, readMetrics: () => readMetricsOf([...running]), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Milliseconds that a worker may take to report its metrics; one that does not is missing in them. */
const METRICS_WITHIN_MS = 5_000;

let questions = 0;

const readMetricsOf = async (workers: readonly Worker[]): Promise<ProcessMetrics[]> => {
  const question = ++questions;
  const readOne = async (worker: Worker): Promise<ProcessMetrics[]> => {
    try {
      const messages = on(worker, 'message', { signal: AbortSignal.timeout(METRICS_WITHIN_MS) });
      worker.send({ question } satisfies MetricsQuestion);
      for await (const [message] of messages as AsyncIterable<[FromWorker]>) {
        const isAnswer = typeof message === 'object' && 'question' in message;
        if (isAnswer && message.question === question) return message.metrics;
      }
    } catch {
      // It ends, or is busy for too long.
    }
    return [];
  };
  return (await Promise.all(workers.map(readOne))).flat();
};

/** The life of one worker: told where the database is, serves until it is told to stop. */
export const serveAsWorker = async (config: Config, version: string, log: Log): Promise<void> => {
  const stopped = untilStopped(log);
  const tell = (message: FromWorker) => process.send?.(message);
  const told = once(process, 'message');
  tell('listening');
  const [connection] = (await told) as [ToWorker];
  const steward = connectSteward(connection, log);
  const pool = connectPool(connection, log, checkIdentity(steward.db, log));
  // Without its primary a worker would outlive the database.
  const stopToo = () => process.kill(process.pid, 'SIGTERM');
  process.once('disconnect', stopToo);
  try {
    const running = await serve(pool, { config, passwords: createPasswords(), version, log });
    tell({ address: running.address });
    process.on('message', async ({ question }: MetricsQuestion) => {
      tell({ question, metrics: await running.readMetrics() });
    });
    await stopped;
    await running.close();
  } finally {
    await pool.close();
    await steward.close();
    process.off('disconnect', stopToo);
    // As long as the primary is on the line, this process does not end by itself.
    process.disconnect?.();
  }
};
