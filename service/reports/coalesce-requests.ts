import { reportsOverloaded } from './report-problems.ts';

type Job<Result> = { result: Promise<Result>; readers: number; allDisconnected: AbortController };

/** Concurrent requests with the same key share a job. */
export const createRequestCoalescing = <Result>(maxReaders: number) => {
  const runningJobs = new Map<string, Job<Result>>();

  const remove = (key: string, job: Job<Result>) => {
    if (runningJobs.get(key) === job) runningJobs.delete(key);
  };
  const startJob = (key: string, run: (allDisconnected: AbortSignal) => Promise<Result>): Job<Result> => {
    const allDisconnected = new AbortController();
    const job = { readers: 0, allDisconnected, result: run(allDisconnected.signal) };
    const removeJob = () => remove(key, job);
    job.result.then(removeJob, removeJob);
    runningJobs.set(key, job);
    return job;
  };
  return async (
    key: string,
    disconnected: AbortSignal,
    run: (allDisconnected: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    if (disconnected.aborted) throw reportsOverloaded();
    const job = runningJobs.get(key) ?? startJob(key, run);
    if (job.readers === maxReaders) throw reportsOverloaded();
    job.readers++;
    const leave = () => {
      if (--job.readers > 0) return;
      // New readers must not wait for the aborted job.
      remove(key, job);
      job.allDisconnected.abort();
    };
    disconnected.addEventListener('abort', leave, { once: true });
    try {
      return await job.result;
    } finally {
      disconnected.removeEventListener('abort', leave);
    }
  };
};
