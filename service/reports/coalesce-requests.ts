import { reportsOverloaded } from './report-problems.ts';

type Job<Result> = { result: Promise<Result>; readers: number; allGone: AbortController };

/** Runs `run` for `key`, or waits for a running job with the same key. The signal aborts when no reader waits any more. */
export type Coalesce<Result> = (
  key: string,
  gone: AbortSignal,
  run: (allGone: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/**
 * Concurrent requests for the same key share one job, so that many readers cost as much as one. Results are not cached:
 * a request after the job has finished starts a new one.
 */
export const createRequestCoalescing = <Result>(maxReaders: number): Coalesce<Result> => {
  const running = new Map<string, Job<Result>>();

  const remove = (key: string, job: Job<Result>) => {
    if (running.get(key) === job) running.delete(key);
  };
  const startJob = (key: string, run: (allGone: AbortSignal) => Promise<Result>): Job<Result> => {
    const allGone = new AbortController();
    const job = { readers: 0, allGone, result: run(allGone.signal) };
    const end = () => remove(key, job);
    job.result.then(end, end);
    running.set(key, job);
    return job;
  };
  return async (key, gone, run) => {
    if (gone.aborted) throw reportsOverloaded();
    const job = running.get(key) ?? startJob(key, run);
    if (job.readers === maxReaders) throw reportsOverloaded();
    job.readers++;
    const leave = () => {
      if (--job.readers > 0) return;
      // New readers must not wait for the aborted job.
      remove(key, job);
      job.allGone.abort();
    };
    gone.addEventListener('abort', leave, { once: true });
    try {
      return await job.result;
    } finally {
      gone.removeEventListener('abort', leave);
    }
  };
};
