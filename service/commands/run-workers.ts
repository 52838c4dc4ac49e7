import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Config } from '#service/config.ts';
import type { DatabaseConnection } from '#service/database/connect.ts';
import { createPasswords } from '#service/identity/passwords.ts';
import { checkIdentity } from './check-identity.ts';
import type { Log } from './log.ts';
import { connectPool, connectSteward } from './open-database.ts';
import { type Running, serve } from './serve.ts';
import { untilStopped } from './until-stopped.ts';

/** A worker that dies is replaced after this long, so that one that cannot start does not spin. */
const REPLACE_AFTER_MS = 1_000;

/** A worker says that it listens, is told where the database is, and says at which address it serves. */
type FromWorker = 'listening' | { address: string };
type ToWorker = DatabaseConnection;

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
    if (typeof answer !== 'object')
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
    return { address: address!, close };
  } catch (error) {
    await close();
    throw error;
  }
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
