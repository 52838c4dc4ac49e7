import { Worker } from 'node:worker_threads';
import { currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueueLimits } from '#service/admission/fair-queue.ts';
import { createMakeOnce } from './make-once.ts';
import type { ReportJob, ReportOutcome } from './report-job.ts';
import { reportLost, reportsOverloaded, reportTooLong } from './report-problems.ts';

export type ReportMakers = {
  /**
   * Makes a PDF when it is the tenant's turn, unless its callers have gone; only then is read what it is made of. Who asks
   * for the same meanwhile gets the same one.
   */
  make(asking: Asking, prepare: (gone: AbortSignal) => Promise<ReportJob>): Promise<Uint8Array>;
  close(): Promise<void>;
};

/**
 * Whose report is asked for, until they hang up; and whether by somebody who has no more than a link. `subject` tells
 * which report: two with the same subject say the same.
 */
export type Asking = { tenantId: number; subject: string; gone: AbortSignal; isByLink: boolean };

/** A user makes one report at a time, so that the other thread is there for everybody else. */
const PLACES = { user: 1, tenant: 2, server: 2 };
/**
 * Reports that wait: of a user, of a tenant, of all. A usual one takes 0.2 s, one with forty pictures 2.4 s. All who
 * have no more than a link count as one user of its tenant.
 */
const WAITING = { user: 5, tenant: 20, server: 100 };
/** The user that all readers by link are, whose ids are numbers otherwise. */
const BY_LINK = 'link';
/** Who reads the same report as somebody before, while it is made: each is a connection and its request. */
const MOST_READERS = 500;
const LONGEST_WAIT_MS = 20_000;
/** The longest that there may be takes seven seconds of a core that has nothing else to do. */
const LONGEST_WORK_MS = 40_000;
/** A thread holds some 150 MB, so that one without work ends; starting another takes 0.6 s. */
const IDLE_MS = 60_000;
/** Of a thread's JavaScript; its pictures are beside that. */
const HEAP_MB = 768;

export type MakerLimits = {
  waiting: FairQueueLimits['waiting'];
  readers: number;
  waitMs: number;
  workMs: number;
  idleMs: number;
  heapMb: number;
};

const LIMITS: MakerLimits = {
  waiting: WAITING,
  readers: MOST_READERS,
  waitMs: LONGEST_WAIT_MS,
  workMs: LONGEST_WORK_MS,
  idleMs: IDLE_MS,
  heapMb: HEAP_MB,
};

/** The threads in which this process makes its reports: started when needed, replaced when lost, ended when idle. */
export const createReportMakers = (
  onLost: (reason: Error) => void,
  limits: MakerLimits = LIMITS,
): ReportMakers => {
  const queue = createFairQueue({
    places: PLACES,
    waiting: limits.waiting,
    patience: limits.waitMs,
    refuse: reportsOverloaded,
  });
  const idle: Idle[] = [];
  const makeOnce = createMakeOnce<Uint8Array>(limits.readers);

  const rest = (worker: Worker) => {
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
    const worker = takeFromIdle() ?? hire(limits.heapMb, (lost) => takeFromIdle(lost));
    worker.ref();
    let outcome: ReportOutcome;
    try {
      outcome = await answerOf(worker, job, limits.workMs);
    } catch (error) {
      await worker.terminate();
      onLost(error as Error);
      throw reportLost();
    }
    rest(worker);
    if ('pdf' in outcome) return outcome.pdf;
    throw 'tooLong' in outcome ? reportTooLong(outcome.tooLong) : outcome.fault;
  };

  const make: ReportMakers['make'] = async ({ tenantId, gone, isByLink }, prepare) => {
    const caller = { tenant: tenantId, user: isByLink ? BY_LINK : currentCaller().user };
    const leave = await Promise.resolve(queue.take(caller, gone)).catch((error: unknown) => {
      throw gone.aborted ? reportsOverloaded('server') : error;
    });
    try {
      return await work(await prepare(gone));
    } finally {
      leave();
    }
  };

  return {
    make: (asking, prepare) => {
      // Who has a link waits in a queue that may be full, and whoever signed in must not wait there with them.
      const key = `${asking.tenantId} ${asking.isByLink} ${asking.subject}`;
      return makeOnce(key, asking.gone, (gone) => make({ ...asking, gone }, prepare));
    },
    close: async () => {
      for (let worker = takeFromIdle(); worker; worker = takeFromIdle()) await worker.terminate();
    },
  };
};

type Idle = { worker: Worker; ending: NodeJS.Timeout };

const hire = (heapMb: number, onEnd: (worker: Worker) => void): Worker => {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // Whoever waits for its answer hears of it; without a listener an idle one would take the process with it.
  worker.on('error', () => undefined);
  worker.on('exit', () => onEnd(worker));
  return worker;
};

const answerOf = (worker: Worker, job: ReportJob, withinMs: number): Promise<ReportOutcome> => {
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
