import { Worker } from 'node:worker_threads';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import { createRequestCoalescing } from './coalesce-requests.ts';
import type { ReportJob, ReportOutcome } from './report-job.ts';
import { reportLost, reportsOverloaded, reportTooCostly, reportTooLong } from './report-problems.ts';

export type ReportRenderer = {
  /** Calls `prepare` just before rendering. Concurrent requests for the same report share the result. */
  render(
    request: RenderRequest,
    prepare: (disconnected: AbortSignal) => Promise<ReportJob>,
  ): Promise<Uint8Array>;
  close(): Promise<void>;
};

/**
 * If `isShared`, the request comes from an anonymous reader of a link. Requests with the same `subject` are
 * for the same report.
 */
export type RenderRequest = {
  tenantId: number;
  subject: string;
  disconnected: AbortSignal;
  isShared: boolean;
};

/** A user can render only one report at a time, so that the other thread remains available. */
const SLOTS = { user: 1, tenant: 2, server: 2 };
/** The user key of all anonymous readers. All other keys are numeric IDs. */
const BY_LINK = 'link';

const LIMITS = {
  /** A report takes 0.2 s, with forty pictures 2.4 s. All anonymous readers in a tenant count as one user. */
  waiting: { user: 5, tenant: 20, server: 100 },
  /** Maximum readers per job. Each one occupies a connection. */
  readers: 500,
  waitMs: 20_000,
  /** The longest possible report takes 7 s on an otherwise idle core. */
  workMs: 40_000,
  /** Idle threads are ended, because each of them uses 150 MB. Starting one takes 0.6 s. */
  idleMs: 60_000,
  /** The size of a thread's JavaScript heap, which does not contain the pictures. */
  heapMb: 768,
};
export type RendererLimits = typeof LIMITS;

/** Manages the worker threads that render reports: starts them when needed, replaces lost ones and ends idle ones. */
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
  const idle: IdleWorker[] = [];
  const coalesce = createRequestCoalescing<Uint8Array>(limits.readers);

  const release = (worker: Worker) => {
    worker.unref();
    const timer = setTimeout(() => void removeIdle(worker)?.terminate(), limits.idleMs).unref();
    idle.push({ worker, timer });
  };
  const removeIdle = (target?: Worker): Worker | undefined => {
    const index = target ? idle.findIndex(({ worker }) => worker === target) : idle.length - 1;
    const [entry] = index < 0 ? [] : idle.splice(index, 1);
    clearTimeout(entry?.timer);
    return entry?.worker;
  };

  const work = async (job: ReportJob): Promise<Uint8Array> => {
    const worker = removeIdle() ?? startWorker(limits.heapMb, (lost) => removeIdle(lost));
    worker.ref();
    let outcome: ReportOutcome;
    try {
      outcome = await renderInWorker(worker, job, limits.workMs);
    } catch (error) {
      await worker.terminate();
      onLost(error as Error);
      throw reportLost();
    }
    release(worker);
    if ('pdf' in outcome) return outcome.pdf;
    if ('tooLong' in outcome) throw reportTooLong(outcome.tooLong);
    throw 'tooCostly' in outcome ? reportTooCostly(outcome.tooCostly) : outcome.error;
  };

  const render: ReportRenderer['render'] = async ({ tenantId, disconnected, isShared }, prepare) => {
    const caller = { tenant: tenantId, user: isShared ? BY_LINK : getCurrentCaller().user };
    using _slot = await Promise.resolve(queue.acquire(caller, disconnected)).catch((error: unknown) => {
      throw disconnected.aborted ? reportsOverloaded('server') : error;
    });
    return await work(await prepare(disconnected));
  };

  return {
    render: (request, prepare) => {
      // Signed-in users must not share a job with anonymous readers, because their queue may be full.
      const key = `${request.tenantId} ${request.isShared} ${request.subject}`;
      return coalesce(key, request.disconnected, (disconnected) =>
        render({ ...request, disconnected }, prepare),
      );
    },
    close: async () => {
      for (let worker = removeIdle(); worker; worker = removeIdle()) await worker.terminate();
    },
  };
};

type IdleWorker = { worker: Worker; timer: NodeJS.Timeout };

const startWorker = (heapMb: number, onEnd: (worker: Worker) => void): Worker => {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // `renderInWorker` handles the errors of busy workers. Without this listener, an error in an idle worker
  // would crash the process.
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
