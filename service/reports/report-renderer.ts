import { Worker } from 'node:worker_threads';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import { createRequestCoalescing } from './coalesce-requests.ts';
import type { ReportJob, ReportOutcome } from './report-job.ts';
import { reportLost, reportsOverloaded, reportTooCostly, reportTooLong } from './report-problems.ts';

export type ReportRenderer = {
  /** Calls `prepare` just before rendering. */
  render(
    request: RenderRequest,
    prepare: (disconnected: AbortSignal) => Promise<ReportJob>,
  ): Promise<Uint8Array>;
  close(): Promise<void>;
};

export type RenderRequest = {
  tenantId: number;
  /** Concurrent requests with the same key share the result. */
  reportKey: string;
  disconnected: AbortSignal;
  /** True if the request comes from an anonymous reader of a link. */
  isShared: boolean;
};

/** A user can render only one report at a time, which leaves the second thread to others. */
const SLOTS = { user: 1, tenant: 2, server: 2 };
/** The user key shared by all anonymous readers. Other keys are numeric user IDs. */
const ANONYMOUS_READER = 'link';

const LIMITS = {
  /** A report takes 0.2 s, or 2.4 s with forty pictures. A tenant's anonymous readers count as one user. */
  waiting: { user: 5, tenant: 20, server: 100 },
  /** The maximum number of readers per job. Each reader occupies an HTTP connection. */
  readers: 500,
  waitMs: 20_000,
  /** The longest possible report takes 7 s on an idle core. */
  workMs: 40_000,
  /** Idle threads are terminated, because each uses 150 MB. Starting one takes 0.6 s. */
  idleMs: 60_000,
  /** The size of a thread's JavaScript heap, excluding the pictures. */
  heapMb: 768,
};
export type RendererLimits = typeof LIMITS;

export const createReportRenderer = (
  onLost: (reason: Error) => void,
  limits: RendererLimits = LIMITS,
): ReportRenderer => {
  const queue = createFairQueue({
    slots: SLOTS,
    waiting: limits.waiting,
    maxWaitMs: limits.waitMs,
    createError: reportsOverloaded,
  });
  const idleWorkers: IdleWorker[] = [];
  const coalesce = createRequestCoalescing<Uint8Array>(limits.readers);

  const releaseWorker = (worker: Worker) => {
    worker.unref();
    const timer = setTimeout(() => void takeIdleWorker(worker)?.terminate(), limits.idleMs).unref();
    idleWorkers.push({ worker, timer });
  };
  const takeIdleWorker = (target?: Worker): Worker | undefined => {
    const index = target ? idleWorkers.findIndex(({ worker }) => worker === target) : idleWorkers.length - 1;
    const [idleWorker] = index < 0 ? [] : idleWorkers.splice(index, 1);
    clearTimeout(idleWorker?.timer);
    return idleWorker?.worker;
  };

  const runJob = async (job: ReportJob): Promise<Uint8Array> => {
    const worker = takeIdleWorker() ?? startWorker(limits.heapMb, (lostWorker) => takeIdleWorker(lostWorker));
    worker.ref();
    let outcome: ReportOutcome;
    try {
      outcome = await renderInWorker(worker, job, limits.workMs);
    } catch (error) {
      await worker.terminate();
      onLost(error as Error);
      throw reportLost();
    }
    releaseWorker(worker);
    if ('pdf' in outcome) return outcome.pdf;
    if ('tooLong' in outcome) throw reportTooLong(outcome.tooLong);
    throw 'tooCostly' in outcome ? reportTooCostly(outcome.tooCostly) : outcome.error;
  };

  const render: ReportRenderer['render'] = async ({ tenantId, disconnected, isShared }, prepare) => {
    const caller = { tenant: tenantId, user: isShared ? ANONYMOUS_READER : getCurrentCaller().user };
    using _slot = await Promise.resolve(queue.acquire(caller, disconnected)).catch((error: unknown) => {
      throw disconnected.aborted ? reportsOverloaded('server') : error;
    });
    return await runJob(await prepare(disconnected));
  };

  return {
    render: (request, prepare) => {
      // Signed-in users must not share a job with anonymous readers, whose queue may be full.
      const key = `${request.tenantId} ${request.isShared} ${request.reportKey}`;
      return coalesce(key, request.disconnected, (disconnected) =>
        render({ ...request, disconnected }, prepare),
      );
    },
    close: async () => {
      for (let worker = takeIdleWorker(); worker; worker = takeIdleWorker()) await worker.terminate();
    },
  };
};

type IdleWorker = { worker: Worker; timer: NodeJS.Timeout };

const startWorker = (heapMb: number, onEnd: (worker: Worker) => void): Worker => {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // Without this listener, an error in an idle worker would crash the process.
  worker.on('error', () => undefined);
  worker.on('exit', () => onEnd(worker));
  return worker;
};

const renderInWorker = (worker: Worker, job: ReportJob, maxMs: number): Promise<ReportOutcome> => {
  const { promise, resolve, reject } = Promise.withResolvers<ReportOutcome>();
  const onExit = () => reject(new Error('The thread that rendered a report ended.'));
  const timeout = setTimeout(() => reject(new Error(`A report took longer than ${maxMs} ms.`)), maxMs);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', onExit);
  worker.postMessage(
    job,
    [...job.pictures.values()].map(({ buffer }) => buffer as ArrayBuffer),
  );
  return promise.finally(() => {
    clearTimeout(timeout);
    worker.off('message', resolve);
    worker.off('error', reject);
    worker.off('exit', onExit);
  });
};
