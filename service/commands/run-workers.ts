import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import type { Config } from '#service/config.ts';
import type { DatabaseConnection } from '#service/database/connect.ts';
import { createPasswords } from '#service/identity/passwords.ts';
import type { ProcessMetrics } from '#service/operation/serve-metrics.ts';
import { checkIdentity } from './check-identity.ts';
import type { Log } from './log.ts';
import { connectMaintenance, connectPool } from './open-database.ts';
import { type Running, serve } from './serve.ts';
import { untilStopped } from './until-stopped.ts';

/** Delay before a dead worker is replaced, so that a worker that cannot start does not loop. */
const REPLACE_AFTER_MS = 1_000;

/** A worker reports that it listens, receives the database connection, and reports the address it serves. */
type FromWorker = 'listening' | { address: string } | { metrics: ProcessMetrics[]; question: number };
type ToWorker = DatabaseConnection;
/** Requests the metrics of a serving worker. */
type MetricsQuestion = { question: number };

/**
 * Serves with several processes that share one port (WORKERS). The primary prepares the database and keeps it running;
 * workers hold no state.
 */
export const runWorkers = async (
  { workers }: Config,
  connection: DatabaseConnection,
  log: Log,
): Promise<Running> => {
  // The primary could hand a connection to a worker that just died; the operating system does not.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Metrics contain infinity, which JSON cannot represent.
  cluster.setupPrimary({ serialization: 'advanced' });
  let isStopping = false;
  const running = new Set<Worker>();

  const startWorker = async (): Promise<string> => {
    const worker = cluster.fork();
    running.add(worker);
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      if (isStopping) return;
      log.error({ worker: worker.process.pid, code, signal }, 'a worker ended and will be replaced');
      setTimeout(
        () =>
          !isStopping && startWorker().catch((error) => log.error({ err: error }, 'a worker did not start')),
        REPLACE_AFTER_MS,
      );
    });
    const nextMessage = async () => {
      const ended = once(worker, 'exit').then(() => undefined);
      return (await Promise.race([once(worker, 'message'), ended]))?.[0] as FromWorker | undefined;
    };
    await nextMessage();
    worker.send(connection satisfies ToWorker);
    const answer = await nextMessage();
    if (typeof answer !== 'object' || !('address' in answer))
      throw new Error('A worker process ended before it started to serve. See the log for the reason.');
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
    const [address] = await Promise.all(Array.from({ length: workers }, startWorker));
    return { address: address!, readMetrics: () => readMetricsOf([...running]), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Milliseconds within which a worker must report its metrics; otherwise they are left out. */
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
      // The worker is ending or busy.
    }
    return [];
  };
  return (await Promise.all(workers.map(readOne))).flat();
};

/** The main function of a worker: receives the database connection and serves until the primary stops it. */
export const serveAsWorker = async (config: Config, version: string, log: Log): Promise<void> => {
  const stopped = untilStopped(log);
  const send = (message: FromWorker) => process.send?.(message);
  const received = once(process, 'message');
  send('listening');
  const [connection] = (await received) as [ToWorker];
  const maintenance = connectMaintenance(connection, log);
  const pool = connectPool(connection, log, checkIdentity(maintenance.db, log));
  // Without its primary a worker would outlive the database.
  const stopToo = () => process.kill(process.pid, 'SIGTERM');
  process.once('disconnect', stopToo);
  try {
    const running = await serve(pool, { config, passwords: createPasswords(), version, log });
    send({ address: running.address });
    process.on('message', async ({ question }: MetricsQuestion) => {
      send({ question, metrics: await running.readMetrics() });
    });
    await stopped;
    await running.close();
  } finally {
    await pool.close();
    await maintenance.close();
    process.off('disconnect', stopToo);
    // While the channel to the primary is open, this process does not exit.
    process.disconnect?.();
  }
};
