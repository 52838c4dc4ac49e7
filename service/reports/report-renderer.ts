import { Worker } from 'node:worker_threads';
import { currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueueLimits } from '#service/admission/fair-queue.ts';
import { createRequestCoalescing } from './coalesce-requests.ts';
import type { ReportJob, ReportOutcome } from './report-job.ts';
import { reportLost, reportsOverloaded, reportTooLong } from './report-problems.ts';

export type ReportRenderer = {
  /**
   * Renders a PDF when it is the tenant's turn, unless all clients have disconnected. `prepare` reads the data only then.
   * Concurrent requests for the same report share the result.
   */
  render(request: RenderRequest, prepare: (gone: AbortSignal) => Promise<ReportJob>): Promise<Uint8Array>;
  close(): Promise<void>;
};

/**
 * Who requests which report. `gone` aborts when the client disconnects; `isByLink` is true for anonymous readers of a
 * link. Two requests with the same `subject` want the same report.
 */
export type RenderRequest = { tenantId: number; subject: string; gone: AbortSignal; isShared: boolean };

/** A user renders one report at a time, so that the other thread stays available for others. */
const PLACES = { user: 1, tenant: 2, server: 2 };
/**
 * Waiting reports per user, per tenant and in total. A typical report takes 0.2 s, one with forty pictures 2.4 s. All
 * anonymous readers of links count as one user of the tenant.
 */
const WAITING = { user: 5, tenant: 20, server: 100 };
/** The user key for all readers by link. Other keys are numeric IDs. */
const BY_LINK = 'link';
/** Readers that share one running job. Each holds a connection and a request. */
const MAX_READERS = 500;
const MAX_WAIT_MS = 20_000;
/** The longest possible report takes 7 s on an otherwise idle core. */
const MAX_WORK_MS = 40_000;
/** A thread holds 150 MB, so idle ones are ended. Starting one takes 0.6 s. */
const IDLE_MS = 60_000;
/** JavaScript heap of a thread. Pictures are outside the heap. */
const HEAP_MB = 768;

export type RendererLimits = {
  waiting: FairQueueLimits['waiting'];
  readers: number;
  waitMs: number;
  workMs: number;
  idleMs: number;
  heapMb: number;
};

const LIMITS: RendererLimits = {
  waiting: WAITING,
  readers: MAX_READERS,
  waitMs: MAX_WAIT_MS,
  workMs: MAX_WORK_MS,
  idleMs: IDLE_MS,
  heapMb: HEAP_MB,
};

/** The worker threads that render reports in this process: started when needed, replaced when lost, ended when idle. */
export const createReportRenderer = (
  onLost: (reason: Error) => void,
  limits: RendererLimits = LIMITS,
): ReportRenderer => {
  const queue = createFairQueue({
    slots: PLACES,
    waiting: limits.waiting,
    maxWaitMs: limits.waitMs,
    createError: reportsOverloaded,
  });
  const idle: Idle[] = [];
  const coalesce = createRequestCoalescing<Uint8Array>(limits.readers);

  const release = (worker: Worker) => {
    worker.unref();
    const ending = setTimeout(() => void takeFromIdle(worker)?.terminate(), limits.idleMs).unref();
    idle.push({ worker, ending });
  };
  const takeFromIdle = (wanted?: Worker): Worker | undefined => {
    const at = wanted ? idle.findIndex(({ worker }) => worker === wanted) : idle.length - 1;
    const [found] = at < 0 ? [] : idle.splice(at, 1);
    clearTimeout(found?.ending);
    return found?.worker;
  };

  const work = async (job: ReportJob): Promise<Uint8Array> => {
    const worker = takeFromIdle() ?? startWorker(limits.heapMb, (lost) => takeFromIdle(lost));
    worker.ref();
    let outcome: ReportOutcome;
    try {
      outcome = await renderIn(worker, job, limits.workMs);
    } catch (error) {
      await worker.terminate();
      onLost(error as Error);
      throw reportLost();
    }
    release(worker);
    if ('pdf' in outcome) return outcome.pdf;
    throw 'tooLong' in outcome ? reportTooLong(outcome.tooLong) : outcome.error;
  };

  const render: ReportRenderer['render'] = async ({ tenantId, gone, isShared }, prepare) => {
    const caller = { tenant: tenantId, user: isShared ? BY_LINK : currentCaller().user };
    const leave = await Promise.resolve(queue.acquire(caller, gone)).catch((error: unknown) => {
      throw gone.aborted ? reportsOverloaded('server') : error;
    });
    try {
      return await work(await prepare(gone));
    } finally {
      leave();
    }
  };

  return {
    render: (request, prepare) => {
      // Readers by link have their own queue, which may be full. Signed-in users must not share a job that waits there.
      const key = `${request.tenantId} ${request.isShared} ${request.subject}`;
      return coalesce(key, request.gone, (gone) => render({ ...request, gone }, prepare));
    },
    close: async () => {
      for (let worker = takeFromIdle(); worker; worker = takeFromIdle()) await worker.terminate();
    },
  };
};

type Idle = { worker: Worker; ending: NodeJS.Timeout };

const startWorker = (heapMb: number, onEnd: (worker: Worker) => void): Worker => {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // `renderIn` handles errors of a busy worker. Without a listener, an error of an idle one would end the process.
  worker.on('error', () => undefined);
  worker.on('exit', () => onEnd(worker));
  return worker;
};

const renderIn = (worker: Worker, job: ReportJob, withinMs: number): Promise<ReportOutcome> => {
  const { promise, resolve, reject } = Promise.withResolvers<ReportOutcome>();
  const onExit = () => reject(new Error('The thread that made a report ended.'));
  const late = setTimeout(() => reject(new Error(`A report took longer than ${withinMs} ms.`)), withinMs);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', onExit);
  worker.postMessage(
    job,
    [...job.pictures.values()].map(({ buffer }) => buffer as ArrayBuffer),
  );
  return promise.finally(() => {
    clearTimeout(late);
    worker.off('message', resolve);
    worker.off('error', reject);
    worker.off('exit', onExit);
  });
};
