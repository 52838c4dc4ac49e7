import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import type { Config } from '#service/config.ts';
import type { DatabaseConnection } from '#service/database/connect.ts';
import type { ProcessMetrics } from '#service/operation/serve-metrics.ts';
import type { Log } from './log.ts';
import type { RunningService } from './serve.ts';

/** Prevents a tight restart loop if a worker cannot start. */
const RESTART_DELAY_MS = 1_000;

/** A worker reports that it is listening for messages, receives the database connection, and then reports its URL. */
export type WorkerMessage = 'listening' | { url: string } | { metrics: ProcessMetrics[]; requestId: number };
export type MetricsRequest = { requestId: number };

/** Runs several stateless processes that share a port (WORKERS). */
export const runWorkers = async (
  { workers }: Config,
  connection: DatabaseConnection,
  log: Log,
): Promise<RunningService> => {
  // Let the operating system distribute connections: the primary could pick a worker that has just died.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Metrics can contain Infinity, which JSON cannot represent.
  cluster.setupPrimary({ serialization: 'advanced' });
  let isStopping = false;
  const liveWorkers = new Set<Worker>();

  const startWorker = async (): Promise<string> => {
    const worker = cluster.fork();
    liveWorkers.add(worker);
    worker.once('exit', (code, signal) => {
      liveWorkers.delete(worker);
      if (isStopping) return;
      log.error({ worker: worker.process.pid, code, signal }, 'a worker exited and will be replaced');
      setTimeout(
        () =>
          !isStopping && startWorker().catch((error) => log.error({ err: error }, 'a worker did not start')),
        RESTART_DELAY_MS,
      );
    });
    const nextMessage = async () => {
      const exited = once(worker, 'exit').then(() => undefined);
      return (await Promise.race([once(worker, 'message'), exited]))?.[0] as WorkerMessage | undefined;
    };
    await nextMessage();
    worker.send(connection);
    const response = await nextMessage();
    if (typeof response !== 'object' || !('url' in response))
      throw new Error('A worker process exited before it started to serve. See the log for the reason.');
    return response.url;
  };

  const close = async () => {
    isStopping = true;
    await Promise.all(
      [...liveWorkers].map((worker) => {
        const exited = once(worker, 'exit');
        worker.process.kill('SIGTERM');
        return exited;
      }),
    );
  };
  try {
    const [url] = await Promise.all(Array.from({ length: workers }, startWorker));
    return { url: url!, readMetrics: () => readWorkerMetrics([...liveWorkers]), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Metrics that arrive later are omitted. */
const METRICS_TIMEOUT_MS = 5_000;

let lastRequestId = 0;

const readWorkerMetrics = async (workers: readonly Worker[]): Promise<ProcessMetrics[]> => {
  const requestId = ++lastRequestId;
  const readOne = async (worker: Worker): Promise<ProcessMetrics[]> => {
    try {
      const messages = on(worker, 'message', { signal: AbortSignal.timeout(METRICS_TIMEOUT_MS) });
      worker.send({ requestId } satisfies MetricsRequest);
      for await (const [message] of messages as AsyncIterable<[WorkerMessage]>) {
        const isResponse = typeof message === 'object' && 'requestId' in message;
        if (isResponse && message.requestId === requestId) return message.metrics;
      }
    } catch {
      // The worker is exiting or busy.
    }
    return [];
  };
  return (await Promise.all(workers.map(readOne))).flat();
};
